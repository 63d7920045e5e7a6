export * from './canonical.ts'
export * from './compile.ts'
export * from './document.ts'
export * from './render-profile.ts'
