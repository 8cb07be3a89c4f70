import { randomBytes } from 'node:crypto'
import { validRefName } from '#server/platform/git/refs/ref-name.ts'

const maxLength = 100
const defaultTemplate = '%{id}-%{title}'

interface NamedIssue {
  readonly iid: number
  readonly title: string
  readonly confidential: boolean
}

/**
 * The name for the branch of an issue, whether or not there is such a branch already.
 *
 * @param template  of the project, with `%{id}` and `%{title}`; null for the usual one
 * @source product-rules.md 13
 */
export function branchNameFor(issue: NamedIssue, template: string | null): string {
  const { iid, confidential } = issue
  // Readers of the code alone may not know the title of a confidential issue.
  if (confidential) return `${iid}-confidential-issue`
  const byTemplate = filled(template?.trim() || defaultTemplate, issue)
  return validRefName(byTemplate) ? byTemplate : filled(defaultTemplate, issue)
}

const filled = (template: string, { iid, title }: NamedIssue): string =>
  cut(template.replaceAll('%{id}', String(iid)).replaceAll('%{title}', () => slug(title) || 'issue'))

function slug(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}

/** Cut a name to at most `maxLength` characters, without a partial word. */
function cut(name: string): string {
  if (name.length <= maxLength) return name
  return name.slice(0, maxLength).replace(/-[^-]*$/, '')
}

const numberedUpTo = 5

/** The first of `name`, `name-2` … `name-5` that is free, else one with random digits at its end. */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  const names = [name, ...Array.from({ length: numberedUpTo - 1 }, (_, index) => `${name}-${index + 2}`)]
  for (const each of names) if (!(await isTaken(each))) return each
  return `${name}-${randomBytes(4).toString('hex')}`
}

/** Whether a branch belongs to an issue by its name. A name such as `12-3-stable` is that of a release. */
export const isBranchOf = (branch: string, iid: number): boolean => iidOf(branch) === iid

/** The number of the issue that a branch is named after; null for none. */
export function iidOf(branch: string): number | null {
  const [, digits] = /^(\d{1,9})-(?!\d+-stable)/.exec(branch) ?? []
  return digits === undefined ? null : Number(digits)
}
