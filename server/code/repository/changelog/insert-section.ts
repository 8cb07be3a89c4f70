import { compareVersions, parseVersion } from './version.ts'

/**
 * Put the section of a version into a changelog: before the first section of an earlier version, or at the end.
 *
 * @param text  the file as it is; empty for a new one
 * @param section  begins with `## version (date)`
 */
export function insertSection(text: string, version: string, section: string): string {
  const own = parseVersion(version)
  const block = `${section.trimEnd()}\n`
  let at = 0
  for (const line of text.split('\n')) {
    const [, title = ''] = /^## (\S+)/.exec(line) ?? []
    const found = parseVersion(title)
    if (found !== null && own !== null && compareVersions(found, own) < 0)
      return `${text.slice(0, at)}${block}\n${text.slice(at)}`
    at += line.length + 1
  }
  const before = text.trimEnd()
  return before === '' ? block : `${before}\n\n${block}`
}
