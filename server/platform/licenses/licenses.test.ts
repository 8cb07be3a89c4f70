import { expect, test } from 'vitest'
import { filledLicense, licenses, licenseText } from './licenses.ts'
import { isLicenseFile, recognizeLicense } from './recognize.ts'

const by = { year: '2026', fullname: 'Ada Weaver' }

test.each(licenses.map(license => [license.key, license] as const))(
  '%s has its text, and is recognized by it',
  async (key, license) => {
    const text = await filledLicense(license, by)
    expect(text.length).toBeGreaterThan(500)
    expect(await recognizeLicense(text)).toMatchObject({ key })
    // A copy as in a repository: other line breaks, another title.
    expect(
      await recognizeLicense(`# License\n\n${text.replace(/(?<!\n)\n(?!\n)/g, ' ').replace(/(.{40,60}) /g, '$1\n')}`),
    ).toMatchObject({ key })
  },
)

test('the year and the name are filled in where the license asks for them, and only there', async () => {
  const find = async (key: string) => {
    const license = licenses.find(each => each.key === key)
    if (license === undefined) throw new Error(key)
    return filledLicense(license, by)
  }
  for (const key of ['mit', 'bsd-2-clause', 'bsd-3-clause'])
    expect(await find(key)).toMatch(/Copyright \(c\) 2026,? Ada Weaver/)
  expect(await find('apache-2.0')).toContain('Copyright 2026 Ada Weaver')
  expect(await find('gpl-3.0')).toContain('<name of author>')
})

test('another text is no license', async () => {
  expect(await recognizeLicense('All rights reserved.')).toBeNull()
  expect(await recognizeLicense('')).toBeNull()
  const two = await Promise.all(licenses.filter(({ key }) => ['mpl-2.0', 'gpl-2.0'].includes(key)).map(licenseText))
  expect(await recognizeLicense(two.join('\n'))).toBeNull()
})

test.each([
  ['LICENSE', true],
  ['license.md', true],
  ['COPYING', true],
  ['LICENCE.txt', true],
  ['LICENSES', false],
  ['license.ts', false],
] as const)('%s says the license: %s', (name, says) => {
  expect(isLicenseFile(name)).toBe(says)
})
