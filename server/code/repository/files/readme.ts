import type { TreeEntry } from '#server/platform/git/objects.ts'
import { isMarkdown } from './rendered.ts'

const names = /^readme(?:\.(md|markdown|mdown|txt|rst|adoc|text))?$/i

/** The README of a folder, or null; Markdown is preferred. */
export function readmeIn(entries: readonly TreeEntry[]): TreeEntry | null {
  const found = entries.filter(({ name, type }) => type === 'blob' && names.test(name))
  return found.find(({ name }) => isMarkdown(name)) ?? found[0] ?? null
}
