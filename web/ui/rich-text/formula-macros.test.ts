import temml from 'temml'
import { expect, test } from 'vitest'
import { boundedMacros } from './formula-macros.ts'

const draw = (source: string) =>
  temml.renderToString(source, { throwOnError: true, maxExpand: 500, macros: boundedMacros(1_000, 'too large') })

test.each([
  ['\\newcommand{\\sizeof}[1]{\\left\\lVert#1\\right\\rVert} \\sizeof{x} + \\sizeof{y}', '<mi>y</mi>'],
  ['\\def\\half{\\frac12} {\\def\\half{a} \\half} + \\half', '<mfrac>'],
  ['\\let\\then=\\Rightarrow \\begin{cases} a & x \\then y \\\\ b & z \\end{cases}', '⇒'],
])('a formula can define commands: %s', (source, part) => {
  expect(draw(source)).toContain(part)
})

test.each([
  ['long', `\\def\\a{${'x'.repeat(400)}}${'\\a'.repeat(100)}`],
  ['nested', '\\def\\a{xxxxxxxxxx}\\def\\b{\\a\\a\\a\\a\\a\\a\\a\\a\\a\\a}\\def\\c{\\b\\b\\b\\b\\b\\b\\b\\b\\b\\b}\\c'],
  ['doubling', '\\def\\a#1{\\b{#1#1}}\\def\\b#1{\\c{#1#1}}\\def\\c#1{#1#1}\\a{x}'],
  ['aliased', `\\def\\a{${'x'.repeat(400)}}\\let\\b=\\a \\b\\b\\b`],
  ['grouped', `\\def\\a{${'x'.repeat(400)}}{\\a}{\\def\\a{y}\\a}{\\a}{\\a}`],
])('a formula does not grow by what it defines: %s', (_name, source) => {
  expect(() => draw(source)).toThrow('too large')
})
