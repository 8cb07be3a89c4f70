import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { listSessions } from '#contract/foundation/sessions.ts'
import { emailsOnPage } from '#contract/foundation/user-emails.ts'
import { getProfile, getViewer } from '#contract/foundation/users.ts'
import { type PageAddress, pagePart } from '#server/page-address.ts'

export const sessionsPages: readonly PageAddress[] = [
  {
    name: 'sign-in',
    address: '/users/sign_in',
    operation: getViewer,
    title: foundationTitles.signIn,
    module: 'foundation/accounts/SignInPage.tsx',
  },
  {
    name: 'register',
    address: '/users/sign_up',
    operation: getViewer,
    title: foundationTitles.register,
    module: 'foundation/accounts/RegisterPage.tsx',
  },
  {
    name: 'forgot-password',
    address: '/users/password/new',
    operation: getViewer,
    title: foundationTitles.forgotPassword,
    module: 'foundation/accounts/ForgotPasswordPage.tsx',
  },
  {
    name: 'reset-password',
    address: '/users/password/edit',
    operation: getViewer,
    title: foundationTitles.resetPassword,
    module: 'foundation/accounts/ResetPasswordPage.tsx',
  },
  {
    name: 'confirm-email',
    address: '/users/confirmation',
    operation: getViewer,
    title: foundationTitles.confirmEmail,
    module: 'foundation/accounts/ConfirmEmailPage.tsx',
  },
  {
    name: 'account',
    address: '/-/user_settings/account',
    operation: listSessions,
    title: foundationTitles.account,
    module: 'foundation/user-settings/AccountPage.tsx',
    asksFirst: () => ({ operation: emailsOnPage, input: {} }),
  },
]

/** The form of the primary address, above the others. */
export const profileOnAccount = pagePart(listSessions, {
  module: 'foundation/user-settings/AccountPage.tsx',
  asksFirst: () => ({ operation: getProfile, input: {} }),
})
