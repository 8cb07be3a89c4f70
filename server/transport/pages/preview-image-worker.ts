import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import { answerQuestions } from './answer-questions.ts'

const fileOf = (specifier: string): string => fileURLToPath(import.meta.resolve(specifier))

// Fonts of the machine would give another image on each machine.
const fontBuffers = await Promise.all(
  ['Bold', 'Medium'].map(each => readFile(fileOf(`inter-ui/web/Inter-${each}.woff2`))),
)
await initWasm(await readFile(fileOf('@resvg/resvg-wasm/index_bg.wasm')))

answerQuestions<string, Uint8Array>(async svg => {
  const drawing = new Resvg(svg, { font: { fontBuffers, defaultFontFamily: 'Inter' } })
  const image = drawing.render()
  const png = image.asPng()
  // Both objects live in the memory of the library, which is not garbage-collected.
  image.free()
  drawing.free()
  return png
})
