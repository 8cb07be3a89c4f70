import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/**
 * The page of a frame that draws one diagram. It has an origin of its own and may load only scripts of the site: a text that gets
 * past the library's own checks reaches neither the session nor the page around the frame, nor any other server.
 */
export function openDiagramFrame(app: FastifyInstance): void {
  app.get('/-/diagram', (_request, reply) => reply.headers(headers).send(page))
}

const style = `
html, body, #diagram { height: 100% }
html, body { margin: 0; background: transparent; overflow: hidden }
#diagram { font-family: system-ui, sans-serif }
#diagram svg { display: block; max-width: 100%; height: 100%; margin-inline: auto }
`

// The page around the frame sends the text of the diagram and the address of the library; it receives the height of the
// diagram at its full size, or an error. Until the page gives it that height, the diagram is drawn smaller. Neither
// knows the other's origin, and nothing in the messages is secret.
const script = `
const place = document.getElementById('diagram')
const tell = message => parent.postMessage(message, '*')
const tellHeight = () => {
  const { width, height } = place.querySelector('svg')?.viewBox.baseVal ?? { width: 0, height: 0 }
  if (width > 0) tell({ heightPx: height * Math.min(1, innerWidth / width) })
}
let loading
const load = address => loading ??= new Promise((resolve, reject) => {
  const library = document.createElement('script')
  library.onload = resolve
  library.onerror = () => reject(new Error('Could not load the library for diagrams'))
  library.src = address
  document.head.append(library)
})
async function draw({ source, isDark, library }) {
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light'
  try {
    await load(library)
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      theme: isDark ? 'dark' : 'default',
      fontFamily: 'system-ui, sans-serif',
    })
    const { svg } = await mermaid.render('drawing', source)
    place.innerHTML = svg
    const drawing = place.querySelector('svg')
    if (!drawing.hasAttribute('viewBox')) {
      const { width, height } = drawing.getBBox()
      drawing.setAttribute('viewBox', '0 0 ' + width + ' ' + height)
    }
    drawing.removeAttribute('height')
    tellHeight()
  } catch (error) {
    tell({ problem: String(error?.message ?? error).slice(0, 300) })
  }
}
new ResizeObserver(tellHeight).observe(place)
let last = Promise.resolve()
addEventListener('message', ({ source, data }) => {
  if (source === parent) last = last.then(() => draw(data))
})
`

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Diagram</title><style>${style}</style></head>
<body><div id="diagram"></div><script>${script}</script></body></html>`

const headers = {
  'content-type': 'text/html; charset=utf-8',
  // The origin of the frame is opaque: requesting a process by origin has no effect, and browsers warn about it.
  'origin-agent-cluster': '?0',
  'cache-control': 'public, max-age=300',
  'content-security-policy': [
    "default-src 'none'",
    `script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}'`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-scripts',
  ].join(';'),
}
