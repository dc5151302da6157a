import { useEffect } from 'react';
import { type MiddlewareFunction, Outlet, redirect, useNavigate } from 'react-router';
import { rememberLoginRedirect } from '../../admin/api/login-redirect.ts';
import { readToken } from '../../lib/read-token.ts';
import '../../admin/ui/english-words.ts';
import { useToken } from '../../lib/session.ts';

/** Runs before the loaders of the admin routes. */
const guard: MiddlewareFunction = async ({ url }, next) => {
  if (readToken() !== null) return next();
  rememberLoginRedirect({ to: url.pathname + url.search, ended: false });
  throw redirect('/login');
};
export const clientMiddleware = [guard];

export default function AdminLayout() {
  const token = useToken();
  const navigate = useNavigate();
  useEffect(() => {
    // While hydrating, useToken is null although there is a token.
    if (token === null && readToken() === null) navigate('/login', { replace: true });
  }, [token, navigate]);
  return (
    <>
      <meta name="robots" content="noindex" />
      <Outlet />
      <noscript>
        <p className="page">Managing posts needs JavaScript. Please switch it on and reload.</p>
      </noscript>
    </>
  );
}
