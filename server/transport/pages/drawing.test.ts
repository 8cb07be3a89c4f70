import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDrawing } from './drawing.ts'

/** A build whose drawing has the given behavior. */
function buildWith(body: string, threads = 1) {
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
  const drawing = startDrawing(folder, { warn } as never, threads)
  if (drawing === null) throw new Error('The build has a drawing')
  return { draw: drawing.draw, warnings }
}

const soon = { timeout: 15_000 }

test.each([1, 2])(
  'hundreds of pages that are asked for together are all drawn, each by itself, in %i threads',
  async threads => {
    const { draw } = buildWith(
      `
    globalThis.now = address
    await new Promise(resolve => setTimeout(resolve, 1))
    return { markup: globalThis.now, place: '{}' }`,
      threads,
    )
    const addresses = Array.from({ length: 300 }, (_, at) => `/${at}`)
    const drawings = await Promise.all(addresses.map(address => draw(address, '')))
    expect(drawings.map(each => each?.markup)).toEqual(addresses)
  },
)

test('a page that cannot be drawn is left to the browser, and the next one is drawn', async () => {
  const { draw, warnings } = buildWith(`
    if (address.startsWith('/broken')) throw new Error('No such thing')
    return { markup: 'drawn', place: '{}' }`)
  await expect(draw('/broken?search=private', '')).resolves.toBeNull()
  await expect.poll(() => warnings, soon).toEqual(['/broken: a page could not be drawn'])
  await expect(draw('/next', '')).resolves.toEqual({ markup: 'drawn', place: '{}' })
})

test('a page whose drawing never ends is left to the browser, and those that wait behind it are drawn', async () => {
  const { draw, warnings } = buildWith(`
    for (; address === '/endless'; );
    return { markup: address, place: '{}' }`)
  const drawings = ['/before', '/endless', '/behind', '/last'].map(address => draw(address, ''))
  await expect(Promise.all(drawings)).resolves.toEqual(
    ['/before', null, '/behind', '/last'].map(markup => markup && { markup, place: '{}' }),
  )
  expect(warnings).toEqual(['/endless: drawing a page took too long'])
})

test('a thread that cannot start leaves all pages to the browser', async () => {
  const { draw } = buildWith('} throw new Error("Broken"); {')
  await expect(Promise.all(['/one', '/two', '/three'].map(address => draw(address, '')))).resolves.toEqual([
    null,
    null,
    null,
  ])
})

test('a build without a drawing draws nothing', () => {
  expect(startDrawing(tmpdir(), { warn: () => undefined } as never)).toBeNull()
})
