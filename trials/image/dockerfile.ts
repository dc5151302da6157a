export type Instruction = {
  readonly name: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly rest: string;
};

export type Stage = {
  readonly name: string;
  readonly from: string;
  readonly instructions: readonly Instruction[];
};

function readInstruction(line: string): Instruction {
  const [, name = '', tail = ''] = /^(\w+)\s+(.*)$/s.exec(line) ?? [];
  const flags: Record<string, string> = {};
  let rest = tail;
  for (
    let flag = /^--([\w-]+)=(\S+)\s+/.exec(rest);
    flag;
    flag = /^--([\w-]+)=(\S+)\s+/.exec(rest)
  ) {
    flags[flag[1] ?? ''] = flag[2] ?? '';
    rest = rest.slice(flag[0].length);
  }
  return { name: name.toUpperCase(), flags, rest: rest.trim() };
}

export function readStages(text: string): readonly Stage[] {
  const instructions = text
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map(readInstruction);
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const instruction of instructions) {
    if (instruction.name !== 'FROM') {
      stages.at(-1)?.instructions.push(instruction);
      continue;
    }
    const [from = '', , name = String(stages.length)] = instruction.rest.split(/\s+/);
    stages.push({ name, from, instructions: [] });
  }
  return stages;
}
