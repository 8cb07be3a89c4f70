import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { answerQuestions } from './answer-questions.ts'

const fileOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))

// With the fonts of the machine, each machine would draw another image.
const fontBuffers = await Promise.all(
  ['Bold', 'Medium'].map(each => readFile(fileOf(`inter-ui/web/Inter-${each}.woff2`))),
)
await initWasm(await readFile(fileOf('@resvg/resvg-wasm/index_bg.wasm')))

answerQuestions<string, Uint8Array>(async svg => {
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Inter' } })
  const image = drawing.render()
  const png = image.asPng()
  // Both live in the memory of the library, which no collector knows.
  image.free()
  drawing.free()
  return png
})
