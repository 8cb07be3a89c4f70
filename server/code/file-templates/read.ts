import type { fileTemplateKinds } from '#contract/code/files/file-templates.ts'
import type { License } from '#contract/code/templates.ts'
import { NotFound } from '#server/errors.ts'
import { filledLicense, type LicenseFacts, licensePage, licenses } from '#server/platform/licenses/licenses.ts'
import { gitignores } from './gitignores.ts'

export type FileKind = (typeof fileTemplateKinds)[number] | 'licenses'

interface NamedTemplate {
  readonly key: string
  readonly name: string
}

/** The templates of a kind by name; popular licenses first. */
export function fileTemplatesOf(kind: FileKind): readonly NamedTemplate[] {
  switch (kind) {
    case 'licenses':
      return licenses.map(({ key, name }) => ({ key, name }))
    case 'gitignores':
      return [...gitignores.keys()].map(name => ({ key: name, name }))
    case 'dockerfiles':
    case 'gitlab_ci_ymls':
      return []
    default:
      return kind satisfies never
  }
}

/** @throws NotFound  no template of that key */
export function fileTemplateOf(kind: Exclude<FileKind, 'licenses'>, key: string) {
  const content = kind === 'gitignores' ? gitignores.get(key) : undefined
  if (content === undefined) throw new NotFound('Template')
  return { name: key, content }
}

interface Licensee {
  /** Part of the contract; none of the licenses names the work. */
  readonly project?: string
  readonly fullname?: string
}

/** @throws NotFound  no license of that key, in any case */
export async function licenseOf(now: string, key: string, { fullname }: Licensee): Promise<License> {
  const license = licenses.find(each => each.key === key.toLowerCase())
  if (license === undefined) throw new NotFound('License')
  return presentLicense(now, license, fullname)
}

/** A license with its text. @param now  ISO 8601, for the year of the copyright */
export async function presentLicense(now: string, license: LicenseFacts, fullname?: string): Promise<License> {
  const { spdxId: _, ...facts } = license
  const content = await filledLicense(license, { year: now.slice(0, 4), fullname })
  return {
    ...facts,
    htmlUrl: licensePage(license.key),
    conditions: [...license.conditions],
    permissions: [...license.permissions],
    limitations: [...license.limitations],
    content,
  }
}
