import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
}

/**
 * Files of the build: compressed for browsers that accept that, and cached forever, since their names change with them.
 */
export function serveFiles(app: FastifyInstance, folder: string): void {
  // A build is a few megabytes and never changes: each file is read once, and answers without the disk.
  const files = new Map<string, Promise<Buffer | null>>()
  const read = (path: string): Promise<Buffer | null> => {
    const known = files.get(path)
    if (known !== undefined) return known
    // A missing file is looked up again each time: names come from outside, and would fill the map.
    const read = readFile(path).catch(() => {
      files.delete(path)
      return null
    })
    files.set(path, read)
    return read
  }
  const serve = async (name: string, request: FastifyRequest, reply: FastifyReply, cache: string) => {
    const path = normalize(join(folder, name))
    const type = mediaTypes[extname(path)]
    if (!path.startsWith(`${folder}/`) || type === undefined) return reply.callNotFound()
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = ['br', 'gzip'].find(name => accepted.includes(name))
    const small = encoding === undefined ? null : await read(`${path}.${encoding === 'br' ? 'br' : 'gz'}`)
    const content = small ?? (await read(path))
    if (content === null) return reply.callNotFound()
    reply.type(type).header('cache-control', cache).header('vary', 'accept-encoding')
    return (small === null ? reply : reply.header('content-encoding', encoding)).send(content)
  }
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    serve(join('assets', request.params['*']), request, reply, 'public, max-age=31536000, immutable'),
  )
  // The file's name stays the same: a browser asks whether it has changed.
  app.get('/service-worker.js', (request, reply) => serve('service-worker.js', request, reply, 'no-cache'))
  for (const name of [
    ...['favicon.svg', 'favicon-todos.svg', 'favicon.ico', 'robots.txt', 'manifest.webmanifest'],
    ...['apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable-512.png'],
  ]) {
    app.get(`/${name}`, (request, reply) => serve(name, request, reply, 'public, max-age=86400'))
  }
}
