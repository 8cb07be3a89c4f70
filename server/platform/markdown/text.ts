const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as HTML, for content and for quoted attributes. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, sign => entities[sign] ?? sign) : text
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: '\u00a0' }

/** The readable text of rendered HTML, each block on lines of its own. Only for HTML that this server has rendered. */
export function plainText(html: string): string {
  return html
    .replace(/<a class="anchor"[^>]*><\/a>/g, '')
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<(?:br|hr)\b[^>]*>|<\/(?:p|div|h[1-6]|li|tr|pre|blockquote|table|ul|ol|dt|dd|summary|section)>/g, '\n')
    .replace(/<\/t[dh]>\s*/g, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7}|x[\da-f]{1,6})|([a-z]+));/gi, (entity, code: string | undefined, name: string) =>
      code === undefined ? (named[name.toLowerCase()] ?? entity) : characterOf(code),
    )
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
}

function characterOf(code: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : ''
}
