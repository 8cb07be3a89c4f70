import { escapeHtml } from '#server/platform/markdown/text.ts'

/** The contents of a preview image. */
export interface PreviewImage {
  /** "Issue #12", "Project". */
  readonly kind: string
  readonly title: string
  /** The project or group, by its full name. */
  readonly place: string
  readonly state: 'opened' | 'closed' | 'merged' | 'locked' | null
  /** A sentence or two, in plain words. */
  readonly description: string
}

/** The size that previews of links show whole. @source https://ogp.me and the documentation of the large networks */
export const previewImageSize = { width: 1200, height: 630 } as const

// The tokens of the light theme (`web/ui/tokens.css`): programs that preview links know no theme.
const colors = { ground: '#ffffff', text: '#1c1d24', muted: '#565763', indigo: '#4a46c6', teal: '#0e8a76' } as const
const states = {
  opened: { word: 'Open', color: '#0b7a63' },
  closed: { word: 'Closed', color: '#565d70' },
  merged: { word: 'Merged', color: '#7a3fbf' },
  locked: { word: 'Merging', color: '#565d70' },
} as const

const edge = 80
const lineWidth = previewImageSize.width - 2 * edge
const titleSize = 64
const textSize = 34

/** A preview image as SVG. */
export function previewImageSvg({ kind, title, place, state, description }: PreviewImage): string {
  const titleLines = linesOf(drawable(title.replace(/`+([^`]+)`+/g, '$1')), titleSize, 3)
  const about = linesOf(drawable(description), textSize, titleLines.length < 3 ? 2 : 0)
  const titleTop = 252
  const aboutTop = titleTop + titleLines.length * 80 + 6
  const status = state === null ? null : states[state]
  const badgeWidth = status === null ? 0 : Math.ceil(widthOf(status.word, textSize)) + 56
  const placeLine = linesOf(drawable(place), 36, 1)[0] ?? ''
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${previewImageSize.width}" height="${previewImageSize.height}" font-family="Inter">`,
    `<rect width="100%" height="100%" fill="${colors.ground}"/>`,
    `<rect y="618" width="600" height="12" fill="${colors.indigo}"/><rect x="600" y="618" width="600" height="12" fill="${colors.teal}"/>`,
    // The sign of the product, as in `web/public/favicon.svg`.
    `<g transform="translate(${edge} 76) scale(1.75)" fill="none" stroke-linecap="round" stroke-linejoin="round" stroke-width="4.5">`,
    `<path stroke="${colors.indigo}" d="M3 7 11 25 20.5 7"/><path stroke="${colors.teal}" d="M11.5 7 21 25 29 7"/></g>`,
    textAt(edge + 76, 118, 36, 500, colors.muted, placeLine),
    ...titleLines.map((line, at) => textAt(edge, titleTop + at * 80, titleSize, 700, colors.text, line)),
    ...about.map((line, at) => textAt(edge, aboutTop + at * 48, textSize, 500, colors.muted, line)),
    status === null
      ? ''
      : `<rect x="${edge}" y="506" width="${badgeWidth}" height="60" rx="30" fill="${status.color}"/>${textAt(edge + 28, 548, textSize, 500, '#ffffff', status.word)}`,
    textAt(edge + (status === null ? 0 : badgeWidth + 24), 548, textSize, 500, colors.muted, kind),
    '</svg>',
  ].join('')
}

const textAt = (x: number, y: number, size: number, weight: number, color: string, text: string): string =>
  text === ''
    ? ''
    : `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}">${escapeHtml(text)}</text>`

/** Emoji, and the characters that join and vary them. */
const pictographs =
  /[©®™↔]|\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0e|\ufe0f|\u20e3/gu
/** Letters and signs of the bundled font: Latin, Greek, Cyrillic, punctuation, currencies and the common arrows. */
const ofFont =
  /^[\u0020-\u007e\u00a0-\u02ff\u0370-\u0373\u0375-\u0377\u037a-\u037f\u0384-\u03ff\u0400-\u045f\u0490-\u04ff\u1e00-\u1eff\u2010-\u2026\u2030\u2032\u2033\u2039\u203a\u20ac\u20b9\u20bd\u2116\u2122\u2190-\u2193\u2212\u2248\u2260\u2264\u2265]*$/u

/** The text without its emoji; empty where the font lacks some of its letters, since boxes are worse than nothing. */
function drawable(text: string): string {
  const line = text
    .normalize('NFC')
    .replaceAll(pictographs, each => (/[©®™↔]/.test(each) ? each : ''))
    .replaceAll(/\s+/g, ' ')
    .trim()
  return ofFont.test(line) ? line : ''
}

/**
 * Break a text into lines of the image's width.
 *
 * @returns at most `most` lines; the last one ends with an ellipsis where more follows
 */
function linesOf(text: string, size: number, most: number): readonly string[] {
  const lines: string[] = []
  // A word that is longer than a line is broken.
  const words = text.split(' ').flatMap(word => piecesOf(word, size))
  for (const { text: word, isWord } of words) {
    const last = lines.at(-1)
    const joined = last === undefined ? word : `${last}${isWord ? ' ' : ''}${word}`
    if (last !== undefined && widthOf(joined, size) <= lineWidth) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  if (text === '' || most === 0) return []
  if (lines.length <= most) return lines
  const cut = lines.slice(0, most)
  return cut.map((line, at) => (at === most - 1 ? `${line.replace(/[\s,.;:–-]+$/, '')}…` : line))
}

function piecesOf(word: string, size: number): readonly { readonly text: string; readonly isWord: boolean }[] {
  const pieces: { text: string; isWord: boolean }[] = []
  let piece = ''
  for (const letter of word) {
    if (widthOf(piece + letter, size) > lineWidth) {
      pieces.push({ text: piece, isWord: pieces.length === 0 })
      piece = ''
    }
    piece += letter
  }
  return [...pieces, { text: piece, isWord: pieces.length === 0 }]
}

/** The width in pixels, rather too large: the font is read only by the thread that draws. */
function widthOf(text: string, size: number): number {
  let width = 0
  for (const letter of text) width += /[ .,:;'|!iIjlˈ]/.test(letter) ? 0.31 : widthOfWide(letter)
  return width * size
}

function widthOfWide(letter: string): number {
  if (/[ftr()[\]/\\"“”-]/.test(letter)) return 0.44
  if (/[mwMW@%—…ЖШЩЮЫжшщюыфмωΩ]/.test(letter)) return 1.02
  return /[\p{Lu}+<>=~&#$€]/u.test(letter) ? 0.74 : 0.62
}
