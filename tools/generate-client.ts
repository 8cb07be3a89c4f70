import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Operation } from '#contract/operation.ts'
import { repository } from './command.ts'

const target = join(repository, 'web/api/operations.gen.ts')

/**
 * The address of every operation for the browser, which takes the contract's types but none of its code.
 *
 * @returns the text of web/api/operations.gen.ts
 */
export async function generateClient(): Promise<string> {
  const folder = join(repository, 'contract')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    file => /\.ts$/.test(file) && !/\.test\.ts$/.test(file) && file.includes('/'),
  )
  const lines: string[] = []
  for (const file of files.sort()) {
    const module: Record<string, unknown> = await import(join(folder, file))
    const exported = Object.entries(module).sort(([a], [b]) => a.localeCompare(b))
    for (const [name, value] of exported) {
      if (isGroup(value)) {
        const members = Object.entries(value).map(
          ([key, each]) => `  ${key}: ${addressOf(each, file, `${name}.${key}`)},`,
        )
        lines.push(`export const ${name} = {\n${members.join('\n')}\n}`)
      } else if (isOperation(value)) {
        lines.push(`export const ${name} = ${addressOf(value, file, name)}`)
      }
    }
  }
  return `// Generated from contract/ by \`node tools/bootstrap.mjs generate-client\`.\nimport { address } from './address.ts'\n\n${lines.join('\n')}\n`
}

function addressOf({ name, method, door, path }: Operation, file: string, exported: string): string {
  const full = door === 'api' ? `/api/v4${path}` : path
  return `/* @__PURE__ */ address<typeof import('#contract/${file}').${exported}>('${name}', '${method}', '${full}')`
}

const isGroup = (value: unknown): value is Readonly<Record<string, Operation>> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every(isOperation)

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'door' in value && 'path' in value

/** Write the client where it differs, and tell whether it did. */
async function writeClient(): Promise<boolean> {
  const text = await generateClient()
  const known = (() => {
    try {
      return readFileSync(target, 'utf8')
    } catch {
      return null
    }
  })()
  if (known !== text) writeFileSync(target, text)
  return known !== text
}

if (import.meta.main)
  console.log((await writeClient()) ? 'Wrote web/api/operations.gen.ts' : 'web/api/operations.gen.ts is up to date')
