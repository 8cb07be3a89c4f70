import type { Paint } from './paint.ts'
import type { PageKind } from './rivals.ts'

const width = 12

/** A page's measures, a line each, with two columns for each site: its first visit and its second. */
export function paintTable(kind: PageKind, paints: readonly Paint[]): string {
  const columns = paints.flatMap(({ first, second, ...paint }) => [
    { ...paint, visit: first, isFirst: true },
    { ...paint, visit: second, isFirst: false },
  ])
  type Column = (typeof columns)[number]
  const line = (name: string, read: (column: Column) => number | string) =>
    name.padEnd(44) + columns.map(column => shown(read(column)).padStart(width)).join('')
  const time = (name: string, read: (column: Column) => number) => line(name, column => read(column).toFixed(1))
  /** The same at each visit. */
  const once = (name: string, read: (column: Column) => number | string) =>
    line(name, column => (column.isFirst ? read(column) : ''))
  return [
    line(kind, ({ site, isFirst }) => (isFirst ? site : 'again')),
    time('main thread until the largest paint, ms', ({ visit }) =>
      Object.values(visit.main).reduce((sum, ms) => sum + ms, 0),
    ),
    ...(['parse', 'script', 'style', 'layout', 'paint', 'other'] as const).map(part =>
      time(`  ${part}`, ({ visit }) => visit.main[part]),
    ),
    time('compositor until then, ms', ({ visit }) => visit.compositor),
    time('raster until then, ms', ({ visit }) => visit.raster),
    time('main thread after it, ms', ({ visit }) => visit.mainAfter),
    time('  tasks over 50 ms, together', ({ visit }) => visit.longTasks),
    time('  the longest task', ({ visit }) => visit.longestTask),
    line('largest paint, ms on the clock', ({ visit }) => visit.paintMs),
    line('everything there, ms on the clock', ({ visit }) => visit.allMs),
    line('requests', ({ visit }) => visit.requests),
    line('bytes over the network', ({ visit }) => Object.values(visit.bytes).reduce((sum, size) => sum + size, 0)),
    ...(['document', 'script', 'styles', 'other'] as const).map(part =>
      line(`  ${part}`, ({ visit }) => visit.bytes[part]),
    ),
    once('elements before scripts', ({ view }) => view.elements),
    line('elements at rest', ({ visit }) => visit.elementsAtRest),
    once('bytes of the document', ({ view }) => view.documentBytes),
    once('  JSON in it', ({ view }) => view.jsonBytes),
    once('rules of the first style sheets', ({ view }) => view.rules),
    once('  :has, container, color-mix', ({ view }) => view.costlyRules),
    once('server, ms of a processor a document', ({ processor }) => processor?.server.toFixed(1) ?? '-'),
    once('database, the same', ({ processor }) => processor?.database.toFixed(1) ?? '-'),
  ].join('\n')
}

const shown = (value: number | string): string =>
  typeof value === 'string' ? value : Math.round(value).toLocaleString('en')
