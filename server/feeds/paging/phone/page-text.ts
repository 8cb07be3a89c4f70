import type { PageContent } from '../page-content.ts'

/** A text message of 160 characters is one for most providers; longer ones cost more. */
const oneMessage = 160
/** Characters of a title that are always left. */
const leastTitle = 40

/** The text message of a page: its title, and the link that acknowledges it. */
export function phoneText({ title, url, links }: Pick<PageContent, 'title' | 'url' | 'links'>): string {
  const link = links === null ? url : `Acknowledge: ${links.acknowledge}`
  const most = Math.max(leastTitle, oneMessage - link.length - 1)
  return `${shortened(oneLine(title), most)}\n${link}`
}

/** The words of a call. */
export const spokenText = ({ title, text, links }: Pick<PageContent, 'title' | 'text' | 'links'>): string =>
  [
    'This is a page from Weft.',
    `${shortened(oneLine(title), 200)}.`,
    shortened(oneLine(text).replaceAll('#', 'number '), 300),
    links === null ? '' : 'Open Weft, or the link in your other messages, to acknowledge it.',
  ]
    .filter(part => part !== '')
    .join(' ')

const shortened = (text: string, most: number): string => {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most - 3).join('')}...`
}

/** Characters that no phone shows, and XML does not allow, are spaces. */
const oneLine = (text: string): string => text.replace(/[\p{C}\s]+/gu, ' ').trim()
