import { createECDH, createPublicKey, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { arePushKeys, encryptPush, newVapidKey, vapidHeader, vapidPublicKey } from './web-push.ts'

// RFC 8291, appendix A.
const auth = 'BTBZMqHH6r4Tts7J_aSIgg'
const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'

test('a message is encrypted as in the example of RFC 8291', () => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url')
  const sealed = encryptPush('When I grow up, I want to be a watermelon', { p256dh, auth }, { keys, salt })
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test.each([
  ['of a browser', { p256dh, auth }, true],
  ['with a secret of another length', { p256dh, auth: 'BTBZ' }, false],
  ['with a point that is not on the curve', { p256dh: `BA${'A'.repeat(85)}`, auth }, false],
  ['that are empty', { p256dh: '', auth: '' }, false],
])('keys %s: %s', (_what, keys, expected) => {
  expect(arePushKeys(keys)).toBe(expected)
})

test('the token of the server is signed for the push service of the browser, for some hours', () => {
  const key = newVapidKey()
  const header = vapidHeader(key, {
    endpoint: new URL('https://push.test:8443/some/path?x=1'),
    ...{ contact: 'mailto:weft@weft.test', now: '2026-11-30T00:00:00Z' },
  })
  const [, head = '', claims = '', signature = '', publicKey = ''] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]{87})$/.exec(header) ?? []
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toEqual({
    ...{ aud: 'https://push.test:8443', sub: 'mailto:weft@weft.test' },
    exp: Date.parse('2026-11-30T12:00:00Z') / 1000,
  })
  expect(publicKey).toBe(vapidPublicKey(key))
  const { x, y } = JSON.parse(key)
  const verifier = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: verifier, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  expect(isSigned).toBe(true)
})
