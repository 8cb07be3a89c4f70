const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })

/** Codes that name no country: former ones, groups of countries, and such for private use. */
const noCountries: readonly string[] = [
  'AN',
  'BU',
  'CS',
  'DD',
  'DY',
  'EU',
  'EZ',
  'FX',
  'HV',
  'NH',
  'NT',
  'QO',
  'RH',
  'SU',
  'TP',
  'UK',
  'UN',
  'VD',
  'XA',
  'XB',
  'XK',
  'YD',
  'YU',
  'ZR',
  'ZZ',
]

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))

/** The countries of ISO 3166-1 by their English names. */
export const countries = letters
  .flatMap(first => letters.map(second => first + second))
  .flatMap(code => {
    const name = noCountries.includes(code) ? undefined : names.of(code)
    return name === undefined ? [] : [{ code, name }]
  })
  .toSorted((one, other) => one.name.localeCompare(other.name, 'en'))

export const isCountry = (given: string): boolean => countries.some(({ code }) => code === given)
