/**
 * The script of the status page. The page can be read without it. It writes times in the reader's time zone, tells of the day under the
 * pointer or the arrow keys, and takes over what is new twice a minute.
 */
export const pageScript = `(() => {
const q = (selector, root = document) => [...root.querySelectorAll(selector)]
const dayMs = 864e5
function localize(root) {
  for (const time of q('time[datetime]', root)) {
    const at = new Date(time.dateTime)
    if (!isNaN(at)) time.textContent = at.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
  }
  for (const zone of q('[data-zone]', root)) zone.textContent = 'Times are in your time zone. Days of the bars begin at midnight UTC.'
}
function watch(strip) {
  const bars = q('i', strip)
  const from = Date.parse(strip.dataset.from)
  const words = bars.map((bar, nth) => {
    const day = new Date(from + nth * dayMs).toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' })
    const said = bar.title || (bar.className === 'n' ? 'No data' : 'No problems')
    bar.removeAttribute('title')
    return [day, said]
  })
  const tip = document.createElement('div')
  tip.className = 'tip'
  tip.hidden = true
  strip.append(tip)
  let at = -1
  const hide = () => { tip.hidden = true; bars[at]?.classList.remove('at'); at = -1 }
  const show = nth => {
    if (nth < 0 || nth >= bars.length || bars[nth].offsetWidth === 0) return
    bars[at]?.classList.remove('at')
    at = nth
    bars[nth].classList.add('at')
    const [day, said] = words[nth]
    const name = document.createElement('b')
    name.textContent = day
    tip.replaceChildren(name, said)
    tip.hidden = false
    const middle = bars[nth].offsetLeft + bars[nth].offsetWidth / 2
    tip.style.left = Math.max(0, Math.min(strip.clientWidth - tip.offsetWidth, middle - tip.offsetWidth / 2)) + 'px'
    strip.setAttribute('aria-valuenow', nth + 1)
    strip.setAttribute('aria-valuetext', day + ': ' + said)
  }
  strip.removeAttribute('aria-hidden')
  strip.tabIndex = 0
  for (const [name, value] of Object.entries({ role: 'slider', 'aria-readonly': 'true', 'aria-label': strip.dataset.label, 'aria-valuemin': 1, 'aria-valuemax': bars.length, 'aria-valuenow': bars.length, 'aria-valuetext': words.at(-1).join(': ') }))
    strip.setAttribute(name, value)
  const under = event => bars.findIndex(bar => bar.offsetWidth > 0 && event.clientX <= bar.getBoundingClientRect().right)
  strip.addEventListener('pointermove', event => show(under(event)))
  strip.addEventListener('pointerdown', event => show(under(event)))
  strip.addEventListener('pointerleave', event => { if (event.pointerType === 'mouse' && document.activeElement !== strip) hide() })
  strip.addEventListener('focus', () => { if (at < 0) show(bars.length - 1) })
  strip.addEventListener('blur', hide)
  strip.addEventListener('keydown', event => {
    const first = bars.findIndex(bar => bar.offsetWidth > 0)
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: first, End: bars.length - 1 }[event.key]
    if (event.key === 'Escape') hide()
    if (to === undefined) return
    event.preventDefault()
    show(to)
  })
}
function prepare(root) {
  localize(root)
  for (const strip of q('.bars', root)) watch(strip)
}
prepare(document)
let tag = null
async function refresh() {
  if (document.hidden) return
  const live = document.getElementById('live')
  if (live.contains(document.activeElement)) return
  try {
    const answer = await fetch(location.href, { cache: 'no-cache', headers: { accept: 'text/html' } })
    if (!answer.ok || answer.headers.get('etag') === tag) return
    const isFirst = tag === null
    tag = answer.headers.get('etag')
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
    const next = page.getElementById('live')
    if (next === null || (isFirst && next.dataset.made === live.dataset.made)) return
    const open = q('details[open]', live).map(each => each.id)
    prepare(next)
    for (const each of q('details', next)) each.open = open.includes(each.id)
    const line = document.getElementById('overall')
    const newLine = page.getElementById('overall')
    if (line.textContent !== newLine.textContent) line.textContent = newLine.textContent
    line.className = newLine.className
    live.replaceWith(next)
    const made = document.getElementById('made')
    const newMade = page.getElementById('made')
    localize(newMade)
    made.replaceWith(newMade)
    document.title = page.title
    document.querySelector('link[rel=icon]').href = page.querySelector('link[rel=icon]').href
  } catch { /* The next turn tries again. */ }
}
setInterval(refresh, 25000)
document.addEventListener('visibilitychange', refresh)
})()`
