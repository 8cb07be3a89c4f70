import { isAbsolute } from 'node:path'
import { expect, test } from 'vitest'
import { CannotStart, readSettings, settingsTable } from './settings.ts'

test('nothing set: a server for this machine alone', () => {
  const settings = readSettings({})
  expect(settings).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: settings.dataDir,
    externalUrl: 'http://127.0.0.1:3000',
    demo: 'auto',
    role: 'all',
    databasePool: 24,
    rateLimits: true,
    trustedProxies: settings.trustedProxies,
    logLevel: 'info',
  })
  expect(isAbsolute(settings.dataDir)).toBe(true)
  expect(settings.trustedProxies.rules).toEqual(['Subnet: IPv6 ::1/128', 'Subnet: IPv4 127.0.0.0/8'])
})

test('everything set', () => {
  const url = 'postgres://weft:secret@db-1:5433,db-2/weft?sslmode=disable'
  const settings = readSettings({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATA_DIR: '/srv/weft/',
    DATABASE_URL: url,
    DATABASE_POOL: '40',
    EXTERNAL_URL: 'https://weft.example.com/',
    ROOT_PASSWORD: 'correct horse',
    ROOT_TOKEN: 'glpat-aaaaaaaaaaaaaaaaaaaa',
    WEFT_DEMO: '1',
    WEFT_ROLE: 'worker',
    RATE_LIMITS: 'off',
    SSH_PORT: '2222',
    SMTP_URL: 'smtps://mail.example.com',
    SMTP_IN_PORT: '2525',
    S3_URL: 'https://key:se%2Fcret@s3.eu-west-3.amazonaws.com/bucket/weft/files',
    LOG_LEVEL: 'debug',
    TRUSTED_PROXIES: '10.0.0.7, fd00::/8',
  })
  expect(settings.trustedProxies.rules).toEqual(['Subnet: IPv6 fd00::/8', 'Subnet: IPv4 10.0.0.7/32'])
  expect(settings).toEqual({
    port: 8080,
    host: '0.0.0.0',
    dataDir: '/srv/weft',
    databaseUrl: url,
    externalUrl: 'https://weft.example.com',
    rootPassword: 'correct horse',
    rootToken: 'glpat-aaaaaaaaaaaaaaaaaaaa',
    demo: 'on',
    role: 'worker',
    databasePool: 40,
    rateLimits: false,
    trustedProxies: settings.trustedProxies,
    sshPort: 2222,
    smtpUrl: 'smtps://mail.example.com',
    smtpInPort: 2525,
    s3: {
      endpoint: 'https://s3.eu-west-3.amazonaws.com',
      bucket: 'bucket',
      prefix: 'weft/files',
      region: 'eu-west-3',
      accessKeyId: 'key',
      secretAccessKey: 'se/cret',
    },
    logLevel: 'debug',
  })
})

test('an empty variable counts as absent', () => {
  const empty = Object.fromEntries(Object.values(settingsTable).map(({ variable }) => [variable, '']))
  expect(readSettings(empty)).toEqual(readSettings({}))
})

test.each([
  ['PORT', 'http', /^PORT is 'http', but it must be a number from 0 to 65535\./],
  ['PORT', '70000', /it must be a number from 0/],
  ['PORT', '-1', /it must be a number from 0/],
  ['SMTP_IN_PORT', 'smtp', /^SMTP_IN_PORT is 'smtp', but it must be a number from 0 to 65535\./],
  ['DATABASE_URL', 'mysql://db/weft', /^DATABASE_URL is set, but it must be a URL that starts with postgres:\/\//],
  ['DATABASE_URL', 'postgres://db-1,db-2:x/weft', /^DATABASE_URL is set, but it must be a URL/],
  ['DATABASE_URL', 'postgres://db-1,/weft', /one of its hosts is empty/],
  ['DATABASE_URL', 'postgres:///weft?host=db-1,db-2', /several hosts must stand before the path/],
  ['DATABASE_URL', 'postgres://db-1/weft?target_session_attrs=any', /can only be read-write/],
  ['DATABASE_POOL', '8', /^DATABASE_POOL is '8', but it must be a number from 12 to 1000\./],
  ['EXTERNAL_URL', 'weft.example.com', /starts with http:\/\/ or https:\/\//],
  ['EXTERNAL_URL', 'https://weft.example.com/?a', /without query/],
  ['EXTERNAL_URL', 'https://example.com/weft', /must not have a path/],
  ['SMTP_URL', 'mail.example.com', /starts with smtp:\/\/ or smtps:\/\//],
  [
    'METRICS_FROM',
    '10.0.0.0/33',
    /^METRICS_FROM is '10.0.0.0\/33', but '10.0.0.0\/33' is not an IP address or a network/,
  ],
  ['METRICS_FROM', '10.0.0.7,monitor', /'monitor' is not an IP address/],
  ['TRUSTED_PROXIES', 'balancer', /^TRUSTED_PROXIES is 'balancer', but 'balancer' is not an IP address or a network/],
  ['TRUSTED_PROXIES', '10.0.0.0/8,none', /'none' is not an IP address/],
  ['S3_URL', 's3://key:secret@s3.example.com/bucket', /^S3_URL is set, but it must be a URL that starts with/],
  ['S3_URL', 'https://s3.example.com/bucket', /must contain key:secret/],
  ['S3_URL', 'https://key:secret@s3.example.com/', /start with a bucket name/],
  [
    'S3_URL',
    'https://key:secret@s3.example.com/bucket/a%20b',
    /^S3_URL is set, but the folder can contain only letters/,
  ],
  ['S3_URL', 'https://key:%zz@s3.example.com/bucket', /%25/],
  ['ROOT_PASSWORD', 'short', /at least 8 characters/],
  ['ROOT_TOKEN', 'glpat with spaces and more', /it must have 20 to 255/],
  ['WEFT_DEMO', 'maybe', /^WEFT_DEMO is 'maybe', but it must be one of/],
  ['WEFT_ROLE', 'both', /must be one of all, web, worker/],
  ['WEFT_ROLE', 'web', /Set DATABASE_URL/],
  ['RATE_LIMITS', 'toString', /must be one of 0, 1, on, off/],
  ['LOG_LEVEL', 'loud', /must be one of fatal, error/],
])('%s=%s is refused with what to do', (variable, value, sentence) => {
  expect(() => readSettings({ [variable]: value })).toThrow(CannotStart)
  expect(() => readSettings({ [variable]: value })).toThrow(sentence)
})

test('every wrong variable is named at once, and no secret is repeated', () => {
  const read = () => readSettings({ PORT: 'x', ROOT_PASSWORD: 'hunter2', DATABASE_URL: 'ftp://me:hunter2@db' })
  expect(read).toThrow(/^PORT .*\nDATABASE_URL .*\n?.*ROOT_PASSWORD /)
  expect(read).not.toThrow(/hunter2/)
})
