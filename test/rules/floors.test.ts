import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

// Lowest first. A file may import its own floor and the floors before it.
const serverFloors = [
  ['server/errors.ts', 'server/settings.ts'],
  ['server/platform/'],
  ['server/context.ts'],
  ['server/access/'],
  ['server/slice.ts', 'server/page-address.ts', 'server/graphql/'],
  ['server/foundation/'],
  ['server/discuss/'],
  ['server/plan/'],
  ['server/code/'],
  ['server/deploy/'],
  ['server/monitor/'],
  ['server/feeds/'],
  ['server/insights/'],
  ['server/transfer/'],
  ['server/transport/'],
  ['server/slices.ts', 'server/services.ts', 'server/deliver.ts', 'server/demo/', 'server/fsck.ts'],
  ['server/main.ts'],
] as const

const webFloors = [
  ['web/shortcuts.ts'],
  ['web/ui/'],
  ['web/api/'],
  ['web/foundation/'],
  ['web/discuss/'],
  ['web/plan/'],
  ['web/code/'],
  ['web/deploy/'],
  ['web/monitor/'],
  ['web/feeds/'],
  ['web/insights/'],
  ['web/transfer/'],
  ['web/shell/'],
  ['web/more-pages.ts', 'web/late-issue-parts.tsx'],
  ['web/app.tsx'],
  ['web/main.tsx', 'web/draw.tsx'],
] as const

interface Import {
  readonly from: string
  readonly to: string
}

const files = ['contract', 'db', 'server', 'web', 'tools', 'test', 'bench'].flatMap(folder =>
  sources(join(root, folder)),
)
const imports = files.flatMap(importsOf)

function sources(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(file => /\.tsx?$/.test(file))
      .map(file => relative(root, join(folder, file)))
  } catch {
    return []
  }
}

function importsOf(file: string): readonly Import[] {
  const text = readFileSync(join(root, file), 'utf8')
  const specifiers = [...text.matchAll(/(?:from|import\(|^import)\s*'([^']+)'/gm)].flatMap(match =>
    match[1] === undefined ? [] : [match[1]],
  )
  return specifiers.flatMap(specifier => {
    if (specifier.startsWith('#')) return [{ from: file, to: specifier.slice(1) }]
    if (specifier.startsWith('.')) return [{ from: file, to: relative(root, resolve(root, dirname(file), specifier)) }]
    return []
  })
}

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('test/')
const floorOf = (file: string, floors: readonly (readonly string[])[]): number =>
  floors.findIndex(prefixes => prefixes.some(prefix => file.startsWith(prefix)))
/** Imports of types are erased by the build. */
const importsValues = (file: string): boolean =>
  /^import (?!type )|^export [^(=;]* from '/m.test(readFileSync(join(root, file), 'utf8'))
const said = (list: readonly Import[]): readonly string[] => list.map(({ from, to }) => `${from} imports ${to}`)

test('PLATFORM-001 every source file is TypeScript', () => {
  const others = ['contract', 'server', 'web', 'test', 'tools', 'bench'].flatMap(folder => {
    try {
      return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(file => /\.(js|jsx|cjs|mjs|vue|svelte)$/.test(file))
        .map(file => join(folder, file))
    } catch {
      return []
    }
  })
  // The bootstrap runs on whatever Node the machine has, before anything is installed.
  expect(others).toEqual(['tools/bootstrap.mjs'])
})

test.each([
  ['server', serverFloors],
  ['web', webFloors],
])('%s files import their own floor and the floors before it', (side, floors) => {
  const wrong = imports.filter(({ from, to }) => {
    if (!from.startsWith(`${side}/`) || !to.startsWith(`${side}/`) || isTest(from)) return false
    return floorOf(to, floors) > floorOf(from, floors)
  })
  expect(said(wrong)).toEqual([])
})

test('the slices of an area have an order: none imports, over others or directly, one that imports it', () => {
  const inSlice = /^(?:server|web)\/\w+\/[^/]+\//
  const sliceOf = (file: string) => file.split('/').slice(0, 3).join('/')
  const between = imports
    .filter(({ from, to }) => inSlice.test(from) && inSlice.test(to) && !isTest(from))
    .map(({ from, to }) => ({ from: sliceOf(from), to: sliceOf(to) }))
  expect(cyclesOf(between.filter(({ from, to }) => from !== to))).toEqual([])
})

test('every file stands on a floor', () => {
  const homeless = files.filter(
    file =>
      !isTest(file) &&
      ((file.startsWith('server/') && floorOf(file, serverFloors) < 0) ||
        (file.startsWith('web/') && floorOf(file, webFloors) < 0)),
  )
  expect(homeless).toEqual([])
})

test('web and server do not import each other, contract imports neither, nothing imports test', () => {
  const wrong = imports.filter(({ from, to }) => {
    if (isTest(from)) return false
    if (to.startsWith('test/')) return true
    if (from.startsWith('web/')) return to.startsWith('server/') || to.startsWith('db/')
    if (from.startsWith('server/')) return to.startsWith('web/')
    if (from.startsWith('contract/')) return !to.startsWith('contract/')
    return false
  })
  expect(said(wrong)).toEqual([])
})

test('the web imports values only from contract files that import nothing but types', () => {
  const wrong = files
    .filter(file => file.startsWith('web/') && !isTest(file) && !file.endsWith('.gen.ts'))
    .filter(file =>
      [...readFileSync(join(root, file), 'utf8').matchAll(/^import [^']*?from '([^']+)'/gm)].some(
        ([statement, from]) =>
          from?.startsWith('#contract/') && !statement.startsWith('import type ') && importsValues(from.slice(1)),
      ),
    )
  expect(wrong).toEqual([])
})

test('no import cycles within a side', () => {
  expect(cyclesOf(imports.filter(({ from, to }) => !isTest(from) && files.includes(to)))).toEqual([])
})

function cyclesOf(edges: readonly Import[]): readonly string[] {
  const graph = Map.groupBy(edges, each => each.from)
  const done = new Set<string>()
  const path: string[] = []
  const cycles: string[] = []
  const visit = (file: string): void => {
    const at = path.indexOf(file)
    if (at >= 0) {
      cycles.push([...path.slice(at), file].join(' -> '))
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const { to } of graph.get(file) ?? []) visit(to)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
