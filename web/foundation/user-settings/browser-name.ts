const browsers = [
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|HeadlessChrome)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[^ ]* (?:Mobile\/\S+ )?Safari/, 'Safari'],
] as const

const systems = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X/, 'macOS'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
] as const

/** The recognizable part of a browser's user agent: "Firefox 145 on Linux". */
export function browserName(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown browser'
  const system = systems.find(([shape]) => shape.test(userAgent))?.[1]
  for (const [shape, name] of browsers) {
    const version = shape.exec(userAgent)?.[1]
    if (version !== undefined) return system === undefined ? `${name} ${version}` : `${name} ${version} on ${system}`
  }
  return userAgent.length > 60 ? `${userAgent.slice(0, 59)}…` : userAgent
}
