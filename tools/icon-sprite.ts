import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as octicons from '@primer/octicons-react'
import { type ComponentType, createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Plugin } from 'vite'
import { splitImports } from './split-tables.ts'

const library = '@primer/octicons-react'
const drawn: ReadonlyMap<string, ComponentType<{ size: number }>> = new Map(Object.entries(octicons))

/**
 * Put the drawings of the icons that the web uses into one file that is cached by itself, and leave their names to the
 * scripts, each in a module of its own. The pages that the server draws carry the paths themselves: browsers spend a
 * quarter of the work before the first paint on references to a file of drawings, and fetch it once it is done.
 */
export function iconSprite(web: string, isDrawnByServer: boolean): Plugin {
  const sprite = drawSprite(usedIcons(web))
  const prefix = 'icon-sprite:'
  const icons = new Map(sprite.icons.map(icon => [`${prefix}${icon.name}`, icon]))
  return {
    name: 'weft-icon-sprite',
    apply: 'build',
    enforce: 'pre',
    transform: code => splitImports(code, new RegExp(`^${library}$`), name => `${prefix}${name}`),
    resolveId: source => (icons.has(source) ? { id: `\0${source}`, moduleSideEffects: false } : null),
    load(id) {
      const icon = icons.get(id.slice(1))
      if (icon === undefined) return null
      return moduleOf(icon, join(web, 'ui/icon.tsx'), isDrawnByServer ? undefined : sprite.file)
    },
    generateBundle() {
      if (!isDrawnByServer) this.emitFile({ type: 'asset', fileName: sprite.file, source: sprite.text })
    },
    transformIndexHtml: () => [
      { tag: 'link', attrs: { rel: 'prefetch', as: 'image', href: `/${sprite.file}` }, injectTo: 'head' },
    ],
  }
}

interface SpriteIcon {
  readonly name: string
  readonly key: string
  readonly normal: Drawing
  /** Below 16 px, where it has one. */
  readonly small: Drawing | undefined
}

interface Drawing {
  readonly box: string
  readonly content: string
}

interface Sprite {
  readonly icons: readonly SpriteIcon[]
  /** Below the folder of the build. */
  readonly file: string
  readonly text: string
}

function usedIcons(web: string): readonly string[] {
  const imported = /import \{([^}]*)\} from '@primer\/octicons-react'/g
  const names = globSync('**/*.{ts,tsx}', { cwd: web }).flatMap(file =>
    [...readFileSync(join(web, file), 'utf8').matchAll(imported)].flatMap(match => match[1]?.match(/\w+Icon\b/g) ?? []),
  )
  return [...new Set(names)].sort()
}

function drawSprite(names: readonly string[]): Sprite {
  const icons = names.map((name): SpriteIcon => {
    const key = name
      .replace(/Icon$/, '')
      .replace(/(?<!^)[A-Z]/g, '-$&')
      .toLowerCase()
    const [normal, small] = [drawing(name, 16), drawing(name, 12)]
    const isSame = small.box === normal.box && small.content === normal.content
    return { name, key, normal, small: isSame ? undefined : small }
  })
  const symbols = icons.flatMap(({ key, normal, small }) => [
    symbol(key, normal),
    ...(small ? [symbol(`${key}-12`, small)] : []),
  ])
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return { icons, file: `assets/icons-${hash}.svg`, text }
}

// A symbol is clipped to its box otherwise, which costs the browser time in each frame for each icon near the window.
const symbol = (key: string, { box, content }: Drawing) =>
  `<symbol id="${key}" viewBox="${box}" overflow="visible">${content}</symbol>`

function drawing(name: string, size: number): Drawing {
  const component = drawn.get(name)
  if (component === undefined) throw new Error(`${library} has no ${name}`)
  const [, box, content] =
    /viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/.exec(renderToStaticMarkup(createElement(component, { size }))) ?? []
  if (box === undefined || content === undefined) throw new Error(`${name} is drawn in another form`)
  return { box, content }
}

/** @param file  the sprite's, where the icon is drawn by it and not by its own paths */
function moduleOf({ name, key, normal, small }: SpriteIcon, kit: string, file: string | undefined): string {
  const drawings = small === undefined ? [normal] : [normal, small]
  const [factory, words] =
    file === undefined
      ? ['drawnIcon', drawings.map(each => JSON.stringify(each))]
      : ['icon', drawings.map(each => `'/${file}#${key}${each === small ? '-12' : ''}'`)]
  return `import { ${factory} } from ${JSON.stringify(kit)}
export const ${name} = /* @__PURE__ */ ${factory}(${words.join(', ')})
`
}
