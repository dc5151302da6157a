import { useEffect, useLayoutEffect } from 'react';
import { type MiddlewareFunction, Outlet, redirect, useLocation, useNavigate } from 'react-router';
import { rememberLoginRedirect } from '../../admin/api/login-redirect.ts';
import { AdminNav } from '../../admin/navigation/admin-nav.tsx';
import admin from '../../admin/ui/admin.module.css';
import { readToken, TOKEN_KEY } from '../../lib/read-token.ts';
import '../../admin/ui/english-words.ts';
import { useToken } from '../../lib/session.ts';

/** Runs before the loaders of the admin routes. */
const guard: MiddlewareFunction = async ({ url }, next) => {
  if (readToken() !== null) return next();
  rememberLoginRedirect({ to: url.pathname + url.search, ended: null });
  throw redirect('/login');
};
export const clientMiddleware = [guard];

/** Another tab has logged out, or was refused: the login page says so, and returns here. */
function useSessionEndElsewhere(): void {
  const { pathname, search } = useLocation();
  // A logout before the other effects run counts, too: useToken leads to the login after it.
  useLayoutEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      const isToken = key === TOKEN_KEY || key === null;
      if (!isToken || readToken() !== null) return;
      rememberLoginRedirect({ to: pathname + search, ended: 'elsewhere' });
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [pathname, search]);
}

export default function AdminLayout() {
  const token = useToken();
  const navigate = useNavigate();
  useSessionEndElsewhere();
  useEffect(() => {
    // While hydrating, useToken is null although there is a token.
    if (token === null && readToken() === null) navigate('/login', { replace: true });
  }, [token, navigate]);
  return (
    <>
      <meta name="robots" content="noindex" />
      <AdminNav />
      <div className={admin.layout}>
        <Outlet />
      </div>
      <noscript>
        <p className="page">Managing posts needs JavaScript. Please switch it on and reload.</p>
      </noscript>
    </>
  );
}
