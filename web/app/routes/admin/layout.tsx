import { useEffect } from 'react';
import { type MiddlewareFunction, Outlet, redirect, useNavigate } from 'react-router';
import { rememberLoginRedirect } from '../../lib/admin/login-redirect.ts';
import { readToken, useToken } from '../../lib/session.ts';

/** Before anything behind it is loaded: nobody without a token gets further. */
const guard: MiddlewareFunction = async ({ url }, next) => {
  if (readToken() !== null) return next();
  rememberLoginRedirect({ to: url.pathname + url.search, ended: false });
  throw redirect('/login');
};
export const clientMiddleware = [guard];

/** Everything behind the login. Nothing of it is for search engines. */
export default function AdminLayout() {
  const token = useToken();
  const navigate = useNavigate();
  useEffect(() => {
    // Logged out, here or in another tab; while hydrating the token is merely not read yet.
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
