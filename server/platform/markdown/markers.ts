// Places in the HTML that only the renderer can fill, written with noncharacters that no text keeps.
//
// Until the text is sanitized, a marker carries a word that no author can know (entities in raw HTML could otherwise
// spell one). The sanitizer reads markers as text and fills or passes them there; in attributes they are dropped, so
// that trusted HTML never ends up inside a tag.
import { randomBytes } from 'node:crypto'

export const noncharacters = /[\uFDD0-\uFDEF]/g

const secret = randomBytes(9).toString('hex')

/** Kinds: `f` a finished fragment, `r` a reference, `t` the opening of a task item. */
type MarkerKind = 'f' | 'r' | 't'

export function innerMarker(kind: MarkerKind, index: number): string {
  return `\uFDD0${secret}${kind}${index}\uFDD1`
}

export const innerMarkers = new RegExp(`\uFDD0${secret}([frt])(\\d+)\uFDD1`, 'g')

export function outerMarker(kind: MarkerKind, index: number | string): string {
  return `\uFDD2${kind}${index}\uFDD3`
}
