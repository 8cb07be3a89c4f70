import type { Context } from '#server/context.ts'
import { Forbidden, Invalid } from '#server/errors.ts'
import { queueMails } from '#server/foundation/mails/queue.ts'
import { holdUser } from '#server/foundation/users/hold.ts'
import { readSshKey } from '#server/platform/keys/ssh-key.ts'
import { BadKey } from '#server/platform/keys/unusable-key.ts'
import { oneLine } from '#server/platform/text/one-line.ts'
import { lineProblems } from '#server/platform/text/problems.ts'

/** Keys of one kind that an account has at most. */
export const maxKeys = 100

/** A parsed key, or its faults. */
export function parsed<Key>(read: () => Key): { readonly key: Key | null; readonly problems: readonly string[] } {
  try {
    return { key: read(), problems: [] }
  } catch (error) {
    if (!(error instanceof BadKey)) throw error
    return { key: null, problems: [error.message] }
  }
}

interface NewSshKey {
  readonly title: string
  readonly key: string
  readonly expiresAt?: string | null | undefined
}

/** Read a public SSH key that a person adds. @throws Invalid  with the problems of each field */
export function readNewSshKey(ctx: Context, given: NewSshKey) {
  const title = oneLine(given.title)
  const expiresAt = given.expiresAt ?? null
  const { key, problems } = parsed(() => readSshKey(given.key))
  const found = Object.entries({
    title: lineProblems(title),
    key: problems,
    expiresAt: expiresAt !== null && expiresAt <= ctx.now ? ['must be in the future'] : [],
  }).filter(([, sentences]) => sentences.length > 0)
  if (key === null || found.length > 0) throw new Invalid(Object.fromEntries(found))
  return { title, expiresAt, key }
}

/**
 * Hold an account before a key is added to it.
 *
 * @throws Forbidden  a bot: its rights end with its access token
 * @throws Invalid  the account has the maximum number of keys
 */
export async function checkMayHaveKey(ctx: Context, table: 'sshKeys' | 'gpgKeys', userId: number): Promise<void> {
  await holdUser(ctx, userId)
  const user = await ctx.db.selectFrom('users').select('isBot').where('id', '=', userId).executeTakeFirst()
  if (user?.isBot === true) throw new Forbidden()
  const { count } = await ctx.db
    .selectFrom(table)
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= maxKeys) throw new Invalid({ key: [`exceeds the limit of ${maxKeys} keys. Delete one first`] })
}

interface AddedKey {
  readonly kind: 'SSH' | 'GPG'
  readonly name: string
  readonly fingerprint: string
  /** Last segment of the address of the page that lists it. */
  readonly page: string
}

/** Mail the owner of an account about a new key, which they may not have added themselves. */
export async function mailNewKey(ctx: Context, userId: number, key: AddedKey): Promise<void> {
  const user = await ctx.db
    .selectFrom('users')
    .select(['name', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const site = ctx.services.settings.externalUrl
  const text = `Hello ${user.name},

The ${key.kind} key “${key.name}” was added to your account on ${site}.

Fingerprint: ${key.fingerprint}

If you did not add it, delete the key and change your password:

${site}/-/user_settings/${key.page}
`
  const subject = `${key.kind} key added to your account`
  await queueMails(ctx, [{ userId, recipient: user.email, subject, text }])
}
