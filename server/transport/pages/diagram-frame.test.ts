import { createHash } from 'node:crypto'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { openDiagramFrame } from './diagram-frame.ts'

test('PLATFORM-011 the page that draws a diagram has no origin, asks nobody, and runs its own script alone', async () => {
  const app = fastify()
  openDiagramFrame(app)
  const { body, headers } = await app.inject('/-/diagram')
  const scripts = [...body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, script = '']) => script)
  const policy = String(headers['content-security-policy']).split(';')
  const hash = createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64')
  expect(scripts).toHaveLength(1)
  expect(policy).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      `script-src 'self' 'sha256-${hash}'`,
      'img-src data:',
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ]),
  )
  expect(policy.filter(rule => /^connect|allow-same-origin|unsafe-eval/.test(rule))).toEqual([])
})
