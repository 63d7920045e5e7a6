import { type Language, unknownDevice } from '@weft/contract'

/** Browsers by the name in their user agent; those that also name others come first. */
const BROWSERS: readonly [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/DingTalk\/(\d+)/, 'DingTalk'],
  [/(?:Lark|Feishu)\/(\d+)/, 'Feishu'],
  [/EdgA?(?:iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/HuaweiBrowser\/(\d+)/, 'Huawei Browser'],
  [/(?:MQQBrowser|QQBrowser)\/(\d+)/, 'QQ Browser'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\w+ )?Safari\//, 'Safari'],
  [/^curl\/(\d+)/, 'curl'],
]

/** Systems; those that also name others come first. */
const SYSTEMS: readonly [RegExp, string][] = [
  [/OpenHarmony|HarmonyOS/, 'HarmonyOS'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
]

/** Returns the system that a user agent names; undefined if it names none of these lists. */
export const systemName = (user_agent: string): string | undefined => SYSTEMS.find(([pattern]) => pattern.test(user_agent))?.[1]

/**
 * Returns browser and system as the user agent names them: `Chrome 141 · Windows`. Only names of these lists and a version of up to four
 * digits are used, whatever a client sends.
 */
export function deviceName(user_agent: string, language: Language): string {
  const browser = BROWSERS.flatMap(([pattern, name]) => {
    const version = pattern.exec(user_agent)?.[1]
    return version === undefined ? [] : [`${name} ${version.slice(0, 4)}`]
  })[0]
  return [browser, systemName(user_agent)].filter((part) => part !== undefined).join(' · ') || unknownDevice[language]
}
