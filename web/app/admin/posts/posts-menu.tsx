import { Link } from 'react-router';
import admin from '../ui/admin.module.css';
import { Menu } from '../ui/floating/menu.tsx';

const LINKS = [
  ['/admin/import', 'Import'],
  ['/admin/export', 'Export'],
  ['/admin/redirects', 'Redirects'],
] as const;

export function PostsMenu() {
  return (
    <Menu label="More" className={admin.quiet}>
      {LINKS.map(([to, label]) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </Menu>
  );
}
