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

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: '\u00a0' }

/**
 * The readable text of rendered HTML, blocks on lines of their own: for mails and search. Only for HTML made here.
 */
export function plainText(html: string): string {
  return html
    .replace(/<a class="anchor"[^>]*><\/a>/g, '')
    .replace(/<img\b[^>]*?\balt="([^"]*)"[^>]*>/g, '$1')
    .replace(/<(?:br|hr)\b[^>]*>|<\/(?:p|div|h[1-6]|li|tr|pre|blockquote|table|ul|ol|dt|dd|summary|section)>/g, '\n')
    .replace(/<\/t[dh]>\s*/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (entity, name: string) => named[name] ?? entity)
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
}
