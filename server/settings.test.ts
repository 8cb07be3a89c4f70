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
  [
    'LDAP_URL',
    'https://ldap.example.com',
    /^LDAP_URL is set, but it must be a URL that starts with ldap:\/\/ or ldaps:/,
  ],
  ['LDAP_URL', 'ldap://ldap.example.com/dc=example', /without a path or credentials/],
  ['LDAP_URL', 'ldap://ldap.example.com', /^LDAP_URL is set, but LDAP_BASE is not\. DN below which people are/],
  ['LDAP_BASE', 'example.com', /it must be a distinguished name such as/],
  ['LDAP_BASE', 'dc=example,dc=com', /but LDAP_URL is not/],
  ['LDAP_USER_FILTER', 'objectClass=person', /it must be one filter in parentheses/],
  ['LDAP_USER_FILTER', '(uid=*)(cn=*)', /it must be one filter in parentheses/],
  ['LDAP_GROUP_FILTER', '((cn=*)', /it must be one filter in parentheses/],
  ['LDAP_ATTRIBUTES', 'login=uid', /'login=uid' is not one of uid=, mail= and name=/],
  ['LDAP_CA_FILE', '/nowhere/ca.pem', /^LDAP_CA_FILE is '\/nowhere\/ca.pem', but this file cannot be read\./],
  ['LDAP_CA_FILE', import.meta.filename, /contains no certificate/],
  ['LDAP_LABEL', 'x'.repeat(31), /one line of up to 30 characters/],
  ['LDAP_LINK_ACCOUNTS', 'everyone', /must be one of none, people, all/],
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

test('the settings of a directory', () => {
  const given = {
    LDAP_URL: 'ldap://ldap.example.com:1389/',
    LDAP_STARTTLS: 'on',
    LDAP_BIND_DN: 'cn=weft,dc=example,dc=com',
    LDAP_BIND_PASSWORD: 'secret',
    LDAP_BASE: 'ou=people,dc=example,dc=com',
    LDAP_ATTRIBUTES: 'uid=sAMAccountName, name=displayName',
  }
  expect(readSettings(given).ldap).toEqual({
    url: 'ldap://ldap.example.com:1389',
    startTls: true,
    bindDn: 'cn=weft,dc=example,dc=com',
    bindPassword: 'secret',
    base: 'ou=people,dc=example,dc=com',
    userFilter: '(objectClass=person)',
    attributes: { uid: 'sAMAccountName', mail: 'mail', name: 'displayName' },
    groupBase: 'ou=people,dc=example,dc=com',
    groupFilter: settingsTable.ldapGroupFilter.fallback,
    label: 'LDAP',
    linkAccounts: 'none',
  })
  const together = (more: Readonly<Record<string, string>>) => () => readSettings({ ...given, ...more })
  expect(together({ LDAP_URL: 'ldaps://ldap.example.com' })).toThrow(/encrypted already\. Turn one of them off/)
  expect(together({ LDAP_BIND_PASSWORD: '' })).toThrow(/Only one of LDAP_BIND_DN and LDAP_BIND_PASSWORD is set/)
  expect(together({ LDAP_USER_FILTER: 'x', LDAP_BIND_PASSWORD: 'hush' })).not.toThrow(/hush/)
})
