import type { Context } from '#server/context.ts'
import { type PrivateTokenKind, privateToken } from '#server/foundation/users/private-tokens.ts'
import { mailDomain } from '#server/platform/mail/domain.ts'

const kind: PrivateTokenKind = 'mail'

/** The limit of the part before the @. @source RFC 5321 section 4.5.3.1.1 */
const localPartLimit = 64

/** The parts of an address for new issues: the project, and the token of the author. */
export interface IssueAddress {
  readonly projectId: number
  readonly token: string
}

/** The actor's address for new issues of a project. @source product-rules.md 11 */
export async function issueAddress(
  ctx: Context,
  project: { readonly id: number; readonly fullPath: string },
): Promise<string> {
  return addressWith(ctx, project, await privateToken(ctx, kind))
}

/** The same with a token that was just made. */
export function addressWith(
  { services }: Context,
  { id, fullPath }: { readonly id: number; readonly fullPath: string },
  token: string,
): string {
  const rest = `-${id}-${token}-issue`
  // The path tells people which project it is; only the id is read again.
  const slug = fullPath
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, Math.max(1, localPartLimit - 'incoming+'.length - rest.length))
    .replace(/^-+|-+$/g, '')
  return `incoming+${slug}${rest}@${mailDomain(services.settings)}`
}

/** Read an address again. @returns null for one of another form */
export function readIssueAddress(address: string): IssueAddress | null {
  const parts = /^incoming\+(?:[a-z0-9-]*-)?(\d{1,15})-([0-9a-z]{26,35})-issue@/.exec(address.toLowerCase())
  return parts === null ? null : { projectId: Number(parts[1]), token: parts[2] ?? '' }
}
