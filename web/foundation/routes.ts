import type { PageRoute } from '#web/api/route.tsx'

export const foundationRoutes: readonly PageRoute[] = [
  { address: '/users/sign_in', load: () => import('./accounts/SignInPage.tsx').then(module => module.SignInPage) },
  { address: '/users/sign_up', load: () => import('./accounts/RegisterPage.tsx').then(module => module.RegisterPage) },
  {
    address: '/users/password/new',
    load: () => import('./accounts/ForgotPasswordPage.tsx').then(module => module.ForgotPasswordPage),
  },
  {
    address: '/users/password/edit',
    load: () => import('./accounts/ResetPasswordPage.tsx').then(module => module.ResetPasswordPage),
  },
]
