import { type BrowserContext, expect } from '@playwright/test'

/** Give a browser a user's session, without the form, which a journey of its own fills in. */
export async function signIn(
  context: BrowserContext,
  login: string,
  password: string,
  { isRemembered = false } = {},
): Promise<void> {
  const session = await context.request.get('/-/session')
  const { csrf_token: token } = (await session.json()) as { readonly csrf_token: string }
  const answer = await context.request.post('/-/sessions', {
    headers: { 'x-csrf-token': token },
    data: { login, password, remember_me: isRemembered },
  })
  expect(answer.status()).toBe(201)
}
