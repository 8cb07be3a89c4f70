/** The kinds of templates that a new file can begin with, and the file each is for. */
export const templateFiles = { licenses: 'LICENSE', gitignores: '.gitignore' } as const

export type TemplateKind = keyof typeof templateFiles

/** The kinds of templates for a file: all kinds while it has no name, then one or none. */
export function templateKindsFor(path: string): readonly TemplateKind[] {
  const name = path.slice(path.lastIndexOf('/') + 1)
  if (name === '') return ['licenses', 'gitignores']
  if (name === '.gitignore') return ['gitignores']
  return /^(?:licen[cs]e|copying|unlicense)(?:\.(?:md|markdown|txt|rst))?$/i.test(name) ? ['licenses'] : []
}
