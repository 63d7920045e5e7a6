export * from './ipv4.ts'
export * from './prefix.ts'
export * from './segment.ts'
export * from './special.ts'
