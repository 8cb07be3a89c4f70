import { expect, test } from 'vitest'
import { dnKey, isBelow, plainDn } from './dn.ts'

test.each([
  ['uid = ann , ou=People,dc=weft', 'uid=ann,ou=People,dc=weft'],
  ['cn=Ann  Lee,dc=weft', 'cn=Ann  Lee,dc=weft'],
  ['cn=a = b,dc=weft', 'cn=a = b,dc=weft'],
  ['cn=Lee\\, Ann , dc=weft', 'cn=Lee\\, Ann,dc=weft'],
  ['cn=blank\\ , dc=weft', 'cn=blank\\ ,dc=weft'],
  ['cn=slash\\\\ , dc=weft', 'cn=slash\\\\,dc=weft'],
  ['cn="Lee, Ann" , dc=weft', 'cn="Lee, Ann",dc=weft'],
  ['uid=ann + cn=Ann,dc=weft', 'uid=ann+cn=Ann,dc=weft'],
  ['', ''],
])('PREMIUM-008 the name %j without blanks that mean nothing', (given, plain) => {
  expect(plainDn(given)).toBe(plain)
  expect(plainDn(plain)).toBe(plain)
})

test('PREMIUM-008 case does not tell names apart, and blanks within values do', () => {
  expect(dnKey('UID=Ann,DC=Weft')).toBe(dnKey('uid=ann, dc=weft'))
  expect(dnKey('cn=a = b,dc=weft')).not.toBe(dnKey('cn=a=b,dc=weft'))
})

test.each([
  ['uid=ann,ou=people,dc=weft', 'OU=People, dc=weft', true],
  ['ou=people,dc=weft', 'ou=people,dc=weft', true],
  ['uid=ann,ou=former,dc=weft', 'ou=people,dc=weft', false],
  ['cn=a\\,dc=weft', 'dc=weft', false],
  ['dc=weft', 'ou=people,dc=weft', false],
])('PREMIUM-008 %j below %j: %s', (dn, base, expected) => {
  expect(isBelow(dn, base)).toBe(expected)
})
