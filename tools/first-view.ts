import type { Page } from '@playwright/test'

/** The view that a browser has before any script runs. */
export interface FirstView {
  /** In the body, without scripts. */
  readonly elements: number
  readonly documentBytes: number
  readonly jsonBytes: number
  /** Rules of the style sheets that the document names. */
  readonly rules: number
  /** Those among them that cost more than others: with `:has`, in a container query or with `color-mix`. */
  readonly costlyRules: number
}

/**
 * Measure a document and the style sheets that it names.
 *
 * @param page  a page of the same origin, which need not show the document
 * @param html  the document, as the server sent it
 */
export async function readFirstView(page: Page, html: string): Promise<FirstView> {
  const read = await page.evaluate(async html => {
    const parsed = new DOMParser().parseFromString(html, 'text/html')
    const texts = [...parsed.querySelectorAll('style')].map(({ textContent }) => textContent ?? '')
    for (const link of parsed.querySelectorAll('link[rel=stylesheet]'))
      texts.push(await (await fetch(link.getAttribute('href') ?? '')).text())
    const counted = { rules: 0, costlyRules: 0 }
    const count = (list: CSSRuleList, isInContainer: boolean) => {
      for (const rule of list) {
        const isContainer = isInContainer || rule instanceof CSSContainerRule
        if (rule instanceof CSSStyleRule) {
          counted.rules += 1
          // Nested rules are counted by themselves.
          const isCostly = rule.selectorText.includes(':has(') || rule.style.cssText.includes('color-mix(')
          if (isCostly || isContainer) counted.costlyRules += 1
        }
        if ('cssRules' in rule) count(rule.cssRules as CSSRuleList, isContainer)
      }
    }
    for (const text of texts) {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      count(sheet.cssRules, false)
    }
    const elements = parsed.body.querySelectorAll(':not(script, noscript, noscript *)').length
    const json = [...parsed.querySelectorAll('script[type="application/json"]')]
    return { ...counted, elements, json: json.map(({ textContent }) => textContent ?? '').join('') }
  }, html)
  const { json, ...counts } = read
  return { ...counts, documentBytes: Buffer.byteLength(html), jsonBytes: Buffer.byteLength(json) }
}
