import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('gitignores/', import.meta.url)
const suffix = '.gitignore'

/**
 * The patterns of files that every checkout generates anew, by language, tool or system: the files of a folder, which are
 * read once.
 */
export const gitignores: ReadonlyMap<string, string> = new Map(
  readdirSync(folder)
    .map(file => file.slice(0, -suffix.length))
    .sort()
    .map(name => [name, readFileSync(new URL(encodeURIComponent(`${name}${suffix}`), folder), 'utf8')]),
)
