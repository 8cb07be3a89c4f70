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
 * scripts, each in a module of its own. The document asks for the file while the scripts are on their way.
 */
export function iconSprite(web: string): Plugin {
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
      return icon === undefined ? null : moduleOf(icon, sprite.file, join(web, 'ui/icon.tsx'))
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: sprite.file, source: sprite.text })
    },
    transformIndexHtml: html =>
      html.replace(
        '<div id="root">',
        `<div hidden><svg><use href="/${sprite.file}#${sprite.icons[0]?.key}"/></svg></div>\n    <div id="root">`,
      ),
  }
}

interface SpriteIcon {
  readonly name: string
  readonly key: string
  readonly hasSmall: boolean
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
  const symbols: string[] = []
  const icons = names.map((name): SpriteIcon => {
    const key = name
      .replace(/Icon$/, '')
      .replace(/(?<!^)[A-Z]/g, '-$&')
      .toLowerCase()
    const [normal, small] = [drawing(name, 16), drawing(name, 12)]
    symbols.push(`<symbol id="${key}" ${normal}</symbol>`)
    if (small === normal) return { name, key, hasSmall: false }
    symbols.push(`<symbol id="${key}-12" ${small}</symbol>`)
    return { name, key, hasSmall: true }
  })
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 8)
  return { icons, file: `assets/icons-${hash}.svg`, text }
}

/** @returns the box and the paths of an icon, as the end of its element's first tag and what follows */
function drawing(name: string, size: number): string {
  const component = drawn.get(name)
  if (component === undefined) throw new Error(`${library} has no ${name}`)
  const [, box, paths] =
    /viewBox="([^"]*)"[^>]*>(.*)<\/svg>$/.exec(renderToStaticMarkup(createElement(component, { size }))) ?? []
  // A symbol is clipped to its box otherwise, which costs the browser time in each frame for each icon near the window.
  return `viewBox="${box}" overflow="visible">${paths}`
}

function moduleOf({ name, key, hasSmall }: SpriteIcon, file: string, drawn: string): string {
  const addresses = [key, ...(hasSmall ? [`${key}-12`] : [])].map(each => `'/${file}#${each}'`)
  return `import { icon } from ${JSON.stringify(drawn)}
export const ${name} = /* @__PURE__ */ icon(${addresses.join(', ')})
`
}
