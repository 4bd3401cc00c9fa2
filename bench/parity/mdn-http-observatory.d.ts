declare module '@mdn/mdn-http-observatory' {
  interface Test {
    scoreModifier: number;
    result: string;
    pass: boolean;
  }

  export function scan(
    hostname: string,
  ): Promise<{ scan: { score: number; grade: string }; tests: Record<string, Test> }>;
}
