/** Languages the recording speaks. */
export type Language = "en" | "zh";

/** The file the recorded task is about, its tests, and the command that runs them. */
export const task = {
  file: "main.mjs",
  tests: "main.test.mjs",
  functionName: "fibonacci",
  testCommand: "node --test",
  publishCommand: "git push",
} as const;

/** Code that the recorded model wrote, in the order it wrote it. */
export const code = {
  /** The first version, with the model's own mistake: it answers 1 for 0. A test finds it. */
  first: `function fibonacci(n) {
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(\`fibonacci needs a whole number of 0 or more, not \${n}\`);
  }
  let previous = 0;
  let current = 1;
  for (let i = 1; i < n; i += 1) {
    [previous, current] = [current, previous + current];
  }
  return current;
}`,
  /** The repaired version, whole: for a function in which the mistake cannot be found any more. */
  repaired: `function fibonacci(n) {
  if (!Number.isInteger(n) || n < 0) {
    throw new RangeError(\`fibonacci needs a whole number of 0 or more, not \${n}\`);
  }
  let previous = 0;
  let current = 1;
  for (let i = 0; i < n; i += 1) {
    [previous, current] = [current, previous + current];
  }
  return previous;
}`,
  /** The repair itself, as replacements in the text as it is, so that a person's other changes stay. */
  repairs: [
    ["let i = 1; i < n;", "let i = 0; i < n;"],
    ["return current;", "return previous;"],
  ],
  /** The smaller change, proposed where the first one was refused: the recursive line alone. */
  recursiveLine: /^([ \t]*)return fibonacci\(n - 1\) \+ fibonacci\(n - 2\);$/m,
  loopInstead: (indent: string): string =>
    [
      "let [previous, current] = [0, 1];",
      "for (let i = 1; i < n; i += 1) [previous, current] = [current, previous + current];",
      "return current;",
    ]
      .map((line) => indent + line)
      .join("\n"),
} as const;

/** A moment of the recorded task: what the model says there. */
export type Beat =
  | "look"
  | "lookAgain"
  | "lookAfterChange"
  | "lookAfterError"
  | "lookAfterFailure"
  | "propose"
  | "proposeSmaller"
  | "proposeWhole"
  | "refusedTwice"
  | "refusedByPolicy"
  | "alreadyIterative"
  | "runTests"
  | "repair"
  | "repairWhole"
  | "testsRefused"
  | "testsFailStill"
  | "testsDidNotRun"
  | "publish"
  | "done"
  | "published"
  | "publishFailed"
  | "publishUnknown"
  | "notTheSample"
  | "stuck"
  | "otherTask";

/**
 * What the recorded model says, by moment and language. `{…}` is filled in from the results: `why` a quoted reason or
 * failure (may be empty), `tests` the names or numbers of tests.
 */
export const lines: Readonly<Record<Language, Readonly<Record<Beat, string>>>> = {
  en: {
    look: "I will make `fibonacci` iterative and then run the tests. First I look at the project: its files, the function and its tests.",
    lookAgain: "The last call was interrupted, so I first check how things stand now.",
    lookAfterChange:
      "You changed my proposal before it was applied. I read the file again, so that I go on from your version.",
    lookAfterError: "The change could not be applied.{why} I read the file again.",
    lookAfterFailure:
      "The tests ran and not all of them pass.{why} I read the function again to find the cause.",
    propose:
      "`fibonacci` calls itself twice for every number, so its time doubles with each step. I replace the body with a loop that carries the last two numbers; the check of the argument stays as it is.",
    proposeSmaller:
      "You refused that change, so `main.mjs` is as it was.{why} Here is a smaller one: only the recursive line is replaced, everything else stays.",
    proposeWhole: "I do not find the function in `main.mjs` any more, so I propose the whole file anew.",
    refusedTwice:
      'You refused this change too, so I stop here: `main.mjs` is as it was and no tests were run.{why} Tell me what you would like to be different, or write "go on" and I look at the file again.',
    refusedByPolicy:
      'This session does not allow changes, so I changed nothing. What I would do: replace the body of `fibonacci` in `main.mjs` by a loop that carries the last two numbers, then run `node --test`. Allow changes for this session and write "go on".',
    alreadyIterative: "`fibonacci` is iterative. Now I run the tests.",
    runTests: "The change is in the file. Now I run the tests.",
    repairWhole:
      "I do not see from the function alone which line is wrong, so I propose a version of it that begins at 0 and that I am sure of. Please compare.",
    repair:
      "The mistake is mine: the loop starts with the second number, so `fibonacci(0)` answers 1 instead of 0. I begin one number earlier and return the first of the pair.",
    testsRefused:
      "You refused to run the tests, so I did not. `fibonacci` in `main.mjs` is iterative now, but **not tested**.{why} You can run them yourself with `node --test`.",
    testsFailStill:
      "The function is as I would write it, and still not all tests pass.{why} I stop here rather than guess: please look at what the test expects, or tell me what to change.",
    testsDidNotRun:
      "The tests could not be run.{why} `fibonacci` in `main.mjs` is iterative now, but **not tested**. You can run them yourself with `node --test`.",
    publish:
      "All tests pass.{tests} The work is done here on this machine. Shall I publish it with `git push`? That leaves the machine, so it is yours to decide.",
    done: "Done.\n\n- `fibonacci` in `main.mjs` is iterative: one loop that carries two numbers, instead of two calls for each number.\n- The tests pass.{tests}\n- Nothing was published: you refused `git push`, and it did not run.{why}",
    published:
      "Done.\n\n- `fibonacci` in `main.mjs` is iterative.\n- The tests pass.{tests}\n- `git push` ran without an error.",
    publishFailed:
      "The work is done, but it is **not published**: `git push` failed.{why}\n\n- `fibonacci` in `main.mjs` is iterative.\n- The tests pass.{tests}",
    publishUnknown:
      "The work is done: `fibonacci` is iterative and the tests pass.{tests} `git push` was interrupted, and I cannot tell whether anything was published: please check with `git status`.",
    notTheSample:
      "This is the demonstration model: it can only play the recorded fibonacci task, and this workspace has no `main.mjs` with it. Open the sample workspace, or add a real model under Models: a name, the address of any OpenAI-compatible server and, where it needs one, a key.",
    stuck:
      'I tried this several times and it failed each time, so I stop here.{why} Please look at the last result, then write "go on".',
    otherTask:
      'This is the demonstration model: it can only play the recorded fibonacci task. Ask it in the sample workspace: "Make fibonacci iterative and run the tests."\n\nFor your own tasks add a real model under Models: any OpenAI-compatible server will do, for example a local Ollama, LM Studio or llama.cpp (no key needed), or a provider with a key.',
  },
  zh: {
    look: "我会把 `fibonacci` 改成迭代写法，然后运行测试。先看一下项目：有哪些文件、这个函数和它的测试。",
    lookAgain: "上一个调用被中断了，我先确认现在的状态。",
    lookAfterChange: "您在应用之前修改了我的提议。我重新读取文件，从您的版本继续。",
    lookAfterError: "修改没有成功。{why}我重新读取文件。",
    lookAfterFailure: "测试已运行，但没有全部通过。{why}我再读一遍这个函数，找出原因。",
    propose:
      "`fibonacci` 对每个数都要调用自己两次，所以每多一步时间就翻倍。我把函数体换成一个循环，只记住最后两个数；参数检查保持不变。",
    proposeSmaller:
      "您拒绝了这个修改，`main.mjs` 保持原样。{why}这里有一个更小的修改：只替换递归的那一行，其余不变。",
    proposeWhole: "在 `main.mjs` 里找不到这个函数了，我提议重写整个文件。",
    refusedTwice:
      "您也拒绝了这个修改，我就停在这里：`main.mjs` 保持原样，也没有运行测试。{why}请告诉我您希望怎样改，或者写“继续”，我会重新看一遍文件。",
    refusedByPolicy:
      "这个会话不允许修改，所以我什么都没有改。我的打算是：把 `main.mjs` 里 `fibonacci` 的函数体换成一个只记住最后两个数的循环，然后运行 `node --test`。请允许这个会话修改文件，再写“继续”。",
    alreadyIterative: "`fibonacci` 已经是迭代写法。现在运行测试。",
    runTests: "修改已写入文件。现在运行测试。",
    repairWhole: "只看这个函数，我看不出是哪一行错了，所以我提议一个从 0 开始、我有把握的版本。请对照一下。",
    repair:
      "这是我的错误：循环从第二个数开始，所以 `fibonacci(0)` 得到 1 而不是 0。我从前一个数开始，并返回这一对中的第一个。",
    testsRefused:
      "您拒绝了运行测试，所以没有运行。`main.mjs` 里的 `fibonacci` 已是迭代写法，但**未经测试**。{why}您可以自己运行 `node --test`。",
    testsFailStill:
      "函数已经是我会写的样子，但测试仍没有全部通过。{why}我不再猜测，停在这里：请看看测试期望什么，或者告诉我要改什么。",
    testsDidNotRun:
      "测试无法运行。{why}`main.mjs` 里的 `fibonacci` 已是迭代写法，但**未经测试**。您可以自己运行 `node --test`。",
    publish: "测试全部通过。{tests}本机上的工作已完成。要用 `git push` 发布吗？这会离开本机，由您决定。",
    done: "完成。\n\n- `main.mjs` 里的 `fibonacci` 已是迭代写法：一个记住两个数的循环，不再对每个数调用两次自己。\n- 测试通过。{tests}\n- 没有发布任何东西：您拒绝了 `git push`，它没有运行。{why}",
    published:
      "完成。\n\n- `main.mjs` 里的 `fibonacci` 已是迭代写法。\n- 测试通过。{tests}\n- `git push` 运行成功。",
    publishFailed:
      "工作已完成，但**没有发布**：`git push` 失败。{why}\n\n- `main.mjs` 里的 `fibonacci` 已是迭代写法。\n- 测试通过。{tests}",
    publishUnknown:
      "工作已完成：`fibonacci` 已是迭代写法，测试通过。{tests}`git push` 被中断，我无法判断是否已发布：请用 `git status` 确认。",
    notTheSample:
      "这是演示模型：它只能重放录制好的 fibonacci 任务，而这个工作区里没有相应的 `main.mjs`。请打开示例工作区，或在“模型”页添加真实模型：名称、任一 OpenAI 兼容服务器的地址，需要时再加密钥。",
    stuck: "这一步我试了几次都失败了，所以停在这里。{why}请看看最后的结果，然后写“继续”。",
    otherTask:
      "这是演示模型：它只能重放录制好的 fibonacci 任务。请在示例工作区里这样问它：“把 fibonacci 改成迭代写法并运行测试。”\n\n要做您自己的任务，请在“模型”页添加真实模型：任何 OpenAI 兼容的服务器都可以，例如本地的 Ollama、LM Studio 或 llama.cpp（不需要密钥），或带密钥的服务商。",
  },
};
