import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as octicons from '@primer/octicons-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import svg2ttf from 'svg2ttf'
import svgpath from 'svgpath'
import type { Plugin } from 'vite'
import wawoff2 from 'wawoff2'
import * as ownIcons from '#web/ui/own-icons.ts'
import { splitImports } from './split-tables.ts'

const libraries = /^@primer\/octicons-react$|\/own-icons\.ts$/
const drawn: ReadonlyMap<string, ComponentType<{ size: number }>> = new Map(
  Object.entries({ ...octicons, ...ownIcons }),
)
const prefix = 'icon-font:'
/** Units for the side of an icon: a hundredth of a pixel of its drawing. */
const em = 1600
/** In the Unicode range for private use. */
const firstLetter = 0xe000

/**
 * Make a font of the icons that the web uses, and leave their letters to the scripts, each in a module of its own. An icon is
 * then one element, painted with the text around it: `docs/architecture/web.md` has the figures.
 */
export async function iconFont(web: string, isDrawnByServer: boolean): Promise<Plugin> {
  const glyphs = usedIcons(web)
    .flatMap(glyphsOf)
    .map((glyph, index) => ({ ...glyph, letter: String.fromCodePoint(firstLetter + index) }))
  const font = await makeFont(glyphs)
  const hash = createHash('sha256').update(font).digest('hex').slice(0, 7)
  const file = `assets/icons-${hash}.woff2`
  return {
    name: 'weft-icon-font',
    enforce: 'pre',
    transform: code => splitImports(code, libraries, name => `${prefix}${name}`),
    resolveId: source => (source.startsWith(prefix) ? { id: `\0${source}`, moduleSideEffects: false } : null),
    load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null
      const name = id.slice(prefix.length + 1)
      const letters = glyphs.filter(glyph => glyph.name === name).map(({ letter }) => JSON.stringify(letter))
      return `import { icon } from ${JSON.stringify(join(web, 'ui/icon.tsx'))}
export const ${name} = /* @__PURE__ */ icon(${letters.join(', ')})
`
    },
    configureServer(server) {
      server.middlewares.use(`/${file}`, (_request, response) => response.end(font))
    },
    generateBundle() {
      if (!isDrawnByServer) this.emitFile({ type: 'asset', fileName: file, source: font })
    },
    transformIndexHtml: () => [
      {
        tag: 'link',
        attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
        injectTo: 'head',
      },
      {
        tag: 'style',
        children: `@font-face { font-family: icons; font-display: block; src: url('/${file}') format('woff2') }`,
        injectTo: 'head',
      },
    ],
  }
}

interface Glyph {
  /** The component's. */
  readonly name: string
  /** In units of the font, with the origin at the lower left. */
  readonly path: string
}

function usedIcons(web: string): readonly string[] {
  const imported = /import \{([^}]*)\} from '([^']*)'/g
  const names = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap(file =>
    [...readFileSync(join(web, file), 'utf8').matchAll(imported)].flatMap(([, words = '', source = '']) =>
      libraries.test(source) ? (words.match(/\w+Icon\b/g) ?? []) : [],
    ),
  )
  return [...new Set(names)].sort()
}

/** The drawing of an icon, and that for less than 16 px where it has one. */
function glyphsOf(name: string): readonly Glyph[] {
  const paths = [16, 12].map(size => pathOf(name, size))
  return [...new Set(paths)].map(path => ({ name, path }))
}

function pathOf(name: string, size: number): string {
  const component = drawn.get(name)
  if (component === undefined) throw new Error(`Unknown icon: ${name}`)
  const markup = renderToStaticMarkup(createElement(component, { size }))
  const [, box, content = ''] = /viewBox="0 0 (\d+) \1"[^>]*>(.*)<\/svg>$/.exec(markup) ?? []
  const paths = [...content.matchAll(/<path d="([^"]*)"><\/path>/g)].map(([, path = '']) => path)
  if (box === undefined || paths.length === 0 || content.match(/<\w/g)?.length !== paths.length)
    throw new Error(`${name} is drawn in another form`)
  const scale = em / Number(box)
  return svgpath(paths.join('')).abs().unarc().scale(scale, -scale).translate(0, em).round(0).toString()
}

async function makeFont(glyphs: readonly (Glyph & { readonly letter: string })[]): Promise<Uint8Array> {
  const letters = glyphs.map(
    ({ letter, path }) => `<glyph unicode="&#${letter.codePointAt(0)};" horiz-adv-x="${em}" d="${path}"/>`,
  )
  const font = `<svg xmlns="http://www.w3.org/2000/svg"><defs><font id="icons" horiz-adv-x="${em}">
<font-face font-family="icons" units-per-em="${em}" ascent="${em}" descent="0"/>${letters.join('')}</font></defs></svg>`
  // The same icons give the same file.
  return wawoff2.compress(svg2ttf(font, { ts: 0 }).buffer)
}
