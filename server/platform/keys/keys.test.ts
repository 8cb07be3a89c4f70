import { expect, test } from 'vitest'
import { gpgFingerprint, gpgKey, sshFingerprints, sshKeys } from '#test/world/public-keys.ts'
import { readOpenpgpKey } from './openpgp-key.ts'
import { readSshKey } from './ssh-key.ts'
import { BadKey } from './unusable-key.ts'

const problem = (read: () => unknown): string => {
  try {
    read()
    return 'ok'
  } catch (error) {
    if (error instanceof BadKey) return error.message
    throw error
  }
}

test.each([
  ['ed25519', 256],
  ['rsa', 2048],
  ['ecdsa', 256],
  ['ecdsa521', 521],
] as const)('an SSH key (%s) is read with its size, comment and the fingerprint of ssh-keygen', (name, bits) => {
  const key = readSshKey(`  ${sshKeys[name]}\n`)
  expect(key).toMatchObject({ bits, comment: 'rita@loom', fingerprint: sshFingerprints[name], text: sshKeys[name] })
})

test('the comment of an SSH key holds nothing that controls a terminal or reorders a line', () => {
  const given = `${sshKeys.ed25519} \u001b[31mred\u202e\u2028ssh-rsa`
  expect(readSshKey(given).comment).toBe('rita@loom [31mred ssh-rsa')
})

test('the MD5 fingerprint is that of ssh-keygen too', () => {
  expect(readSshKey(sshKeys.ed25519).fingerprintMd5).toBe('0e:40:33:7b:26:fb:48:bb:9e:66:30:58:32:52:7c:4b')
})

const [type = '', base64 = ''] = sshKeys.ed25519.split(' ')
const blob = Buffer.from(base64, 'base64')
/** A key of the same type with other bytes. */
const altered = (bytes: Buffer) => `${type} ${bytes.toString('base64')}`
const string = (text: string | Buffer) => {
  const bytes = Buffer.from(text)
  return Buffer.concat([Buffer.from([0, 0, bytes.length >> 8, bytes.length & 255]), bytes])
}
const offCurve = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)])
const rsaOf = (bits: number) => {
  const modulus = Buffer.alloc(Math.ceil(bits / 8), 0xff)
  if (bits % 8 > 0) modulus[0] = (1 << (bits % 8)) - 1
  const fields = ['ssh-rsa', Buffer.from([1, 0, 1]), Buffer.concat([Buffer.from([0]), modulus])]
  return `ssh-rsa ${Buffer.concat(fields.map(string)).toString('base64')}`
}

test.each([
  ['nothing', '', 'is invalid'],
  ['a word', 'hello', 'is invalid'],
  ['a type without a key', 'ssh-ed25519', 'is invalid'],
  ['a type that is not that of the bytes', `ssh-rsa ${base64}`, 'is invalid'],
  ['a character that is no base64', `${type} ${base64.replace('K', '*')}`, 'is invalid'],
  ['a missing end', altered(blob.subarray(0, -1)), 'is invalid'],
  ['a byte too many', altered(Buffer.concat([blob, Buffer.from([0])])), 'is invalid'],
  ['a length beyond the end', altered(Buffer.concat([Buffer.from([255, 255, 255, 255]), blob])), 'is invalid'],
  ['two keys', `${sshKeys.ed25519}\n${sshKeys.rsa}`, 'must be a single key on one line'],
  ['DSA', 'ssh-dss AAAAB3NzaC1kc3M=', 'type is forbidden. Must be RSA, ECDSA, ED25519, ECDSA_SK, or ED25519_SK'],
  ['RSA of 512 bits', rsaOf(512), 'must be at least 2048 bits'],
  ['RSA of 1024 bits', rsaOf(1024), 'must be at least 2048 bits'],
  ['RSA of 2047 bits', rsaOf(2047), 'must be at least 2048 bits'],
  [
    'a point that is on no curve',
    `ecdsa-sha2-nistp256 ${Buffer.concat([string('ecdsa-sha2-nistp256'), string('nistp256'), string(offCurve)]).toString('base64')}`,
    'is invalid',
  ],
  [
    'a private key',
    '-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n-----END OPENSSH PRIVATE KEY-----',
    'is a private key. Keep it secret, and paste the file that ends in .pub',
  ],
])('an SSH key is refused that is %s', (_what, text, message) => {
  expect(problem(() => readSshKey(text))).toBe(message)
})

test('a GPG key is read with its fingerprint, subkeys and addresses', () => {
  expect(readOpenpgpKey(gpgKey)).toEqual({
    fingerprint: gpgFingerprint,
    subkeyIds: ['ECD05EE88F983909'],
    userIds: ['Rita <rita@weft.test>', 'Rita at home <rita@home.test>'],
    emails: ['rita@weft.test', 'rita@home.test'],
  })
})

const head = '-----BEGIN PGP PUBLIC KEY BLOCK-----'
const end = '-----END PGP PUBLIC KEY BLOCK-----'
test.each([
  ['nothing', '', 'is invalid'],
  ['only the frame', `${head}\n\n${end}`, 'is invalid'],
  ['a changed character', gpgKey.replace('mDMEawKZ', 'mDMEawKa'), 'is invalid'],
  ['a missing end', gpgKey.replace(end, ''), 'is invalid'],
  ['bytes that are no packets', `${head}\n\nAAAA\n${end}`, 'is invalid'],
  ['a packet cut short', `${head}\n\nmDME\n${end}`, 'is invalid'],
  ['a key without a user id', `${head}\n\nxgEE\n${end}`, 'is invalid'],
  ['two keys', `${gpgKey}\n${gpgKey}`, 'must be a single key. Add one key at a time'],
  ['an old version', `${head}\n\nxgED\n${end}`, 'is of an unsupported version. Use a version 4 or version 6 key'],
  [
    'a private key',
    '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n-----END PGP PRIVATE KEY BLOCK-----',
    'is a private key. Keep it secret, and export the public key instead',
  ],
])('a GPG key is refused that is %s', (_what, text, message) => {
  expect(problem(() => readOpenpgpKey(text))).toBe(message)
})
