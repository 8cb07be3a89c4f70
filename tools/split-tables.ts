import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Give each operation's address a module of its own, so that a page reads the addresses that it calls and not those of
 * every page.
 *
 * @param table  the generated module that exports them
 */
export function splitOperations(table: string): Plugin {
  const text = readFileSync(table, 'utf8')
  const folder = table.replace(/\.ts$/, '/')
  const entries = new Map(
    text.split(/^(?=export const )/m).map(entry => [`${folder}${/^export const (\w+)/.exec(entry)?.[1]}.ts`, entry]),
  )
  return {
    name: 'weft-split-operations',
    apply: 'build',
    enforce: 'pre',
    resolveId: source => (entries.has(source) ? { id: source, moduleSideEffects: false } : null),
    load(id) {
      const entry = entries.get(id)
      return entry === undefined ? null : `import { address } from '#web/api/address.ts'\n${entry}`
    },
    transform: code => splitImports(code, /operations\.gen\.ts$/, name => `${folder}${name}.ts`),
  }
}

/**
 * Import each name of a table from a module of its own.
 *
 * @param table  the sources that mean the table
 * @returns null when the code imports nothing from it
 */
export function splitImports(code: string, table: RegExp, moduleOf: (name: string) => string): string | null {
  let isSplit = false
  const split = code.replaceAll(/import \{([^{}]*)\} from '([^']*)'/g, (statement, names: string, source: string) => {
    if (!table.test(source)) return statement
    isSplit = true
    return names
      .split(',')
      .map(each => each.trim())
      .filter(each => each !== '' && !each.startsWith('type '))
      .map(each => `import { ${each} } from ${JSON.stringify(moduleOf(each.replace(/ as .*/, '')))}`)
      .join(';')
  })
  return isSplit ? split : null
}
