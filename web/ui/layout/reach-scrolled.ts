/**
 * Regions that scroll and may contain nothing to focus: tables of rendered Markdown, and regions that a component marks
 * as such.
 */
const selector = '.markdown table, [data-scrolls]'

/**
 * Let Tab reach each of these regions while there is something to scroll to: the arrow keys then scroll it. A region that shows all
 * it has is no stop on the way.
 *
 * @returns ends it
 */
export function reachScrolled(): () => void {
  const sizes = new ResizeObserver(entries => {
    const regions = new Set(entries.map(({ target }) => target.closest<HTMLElement>(selector)))
    for (const region of regions) {
      if (region === null) continue
      const scrolls = region.scrollWidth > region.clientWidth || region.scrollHeight > region.clientHeight
      if (scrolls) region.tabIndex = 0
      else region.removeAttribute('tabindex')
    }
  })
  /** A region that is limited by what is around it keeps its size when its contents grow. */
  const watch = (region: Element) => {
    for (const each of [region, ...region.children]) sizes.observe(each)
  }
  const watchIn = (root: Element) => {
    for (const region of root.querySelectorAll(selector)) watch(region)
  }
  watchIn(document.body)
  const changes = new MutationObserver(records => {
    for (const { target, addedNodes } of records) {
      if (addedNodes.length === 0 || !(target instanceof Element)) continue
      const region = target.closest(selector)
      if (region !== null) watch(region)
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        if (node.matches(selector)) watch(node)
        watchIn(node)
      }
    }
  })
  changes.observe(document.body, { childList: true, subtree: true })
  return () => {
    changes.disconnect()
    sizes.disconnect()
  }
}
