import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDrawing } from './drawing.ts'

/** A build whose drawing has the given behavior. */
function buildWith(body: string) {
  const folder = mkdtempSync(join(tmpdir(), 'weft-drawing-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'drawing'))
  writeFileSync(join(folder, 'drawing/package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'drawing/draw.js'),
    `let drawn = 0\nexport async function draw(address, page) {\n${body}\n}\n`,
  )
  const warnings: string[] = []
  const warn = ({ path }: { path: string }, words: string) => void warnings.push(`${path}: ${words}`)
  const drawing = startDrawing(folder, { warn } as never)
  if (drawing === null) throw new Error('The build has a drawing')
  return { draw: drawing.draw, warnings }
}

const soon = { timeout: 15_000 }

test('a page is drawn once for the same data, and anew for others', async () => {
  const { draw } = buildWith('drawn += 1; return { markup: [address, page, drawn].join(" "), place: "{}" }')
  await expect(draw('/a', 'one')).resolves.toEqual({ markup: '/a one 1', place: '{}' })
  await expect(draw('/a', 'one')).resolves.toEqual({ markup: '/a one 1', place: '{}' })
  await expect(draw('/a', 'two')).resolves.toEqual({ markup: '/a two 2', place: '{}' })
  await expect(draw('/b', 'two')).resolves.toEqual({ markup: '/b two 3', place: '{}' })
})

test('twenty pages that are asked for together, before there is a thread, are drawn one after the other', async () => {
  const { draw } = buildWith(`
    globalThis.now = address
    await new Promise(resolve => setTimeout(resolve, 1))
    return { markup: globalThis.now, place: '{}' }`)
  const addresses = Array.from({ length: 20 }, (_, at) => `/${at}`)
  const drawings = await Promise.all(addresses.map(address => draw(address, '')))
  expect(drawings.map(each => each?.markup)).toEqual(addresses)
})

test('a page that cannot be drawn is left to the browser, and the next one is drawn', async () => {
  const { draw, warnings } = buildWith(`
    if (address.startsWith('/broken')) throw new Error('No such thing')
    return { markup: 'drawn', place: '{}' }`)
  await expect(draw('/broken?search=private', '')).resolves.toBeNull()
  await expect.poll(() => warnings, soon).toEqual(['/broken: a page could not be drawn'])
  await expect(draw('/next', '')).resolves.toEqual({ markup: 'drawn', place: '{}' })
})

test('a page whose drawing never ends is left to the browser, and others are drawn by another thread', async () => {
  const { draw } = buildWith(`
    for (; address === '/endless'; );
    return { markup: 'drawn', place: '{}' }`)
  await expect(draw('/endless', '')).resolves.toBeNull()
  await expect.poll(() => draw('/next', ''), soon).toEqual({ markup: 'drawn', place: '{}' })
})

test('a build without a drawing draws nothing', () => {
  expect(startDrawing(tmpdir(), { warn: () => undefined } as never)).toBeNull()
})
