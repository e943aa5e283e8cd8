"""Translates the program of a ROM to C, ahead of time.

The generated header has two functions. `interpret` executes one instruction, wherever the program counter is.
`run` has every instruction that can be found by following the program, with operands and timing as constants, so that
the compiler sees the whole program: it removes flags that nobody reads, and keeps registers in registers. It returns
where the program goes on at an address that was not found, and `interpret` takes over until it is back.
"""

from __future__ import annotations

from collections.abc import Iterable

from pong_pg.atari2600.instructions import BRANCHES, CHANGES, IMPLIED, INSTRUCTIONS, READS, STORES, Instruction

ROM_SIZE = 2048
_RESET, _BREAK = 0xFFFC, 0xFFFE
_VSYNC = 0x00
_INTIM = 0x284
# How an address is made of the operand's bytes `low` and `high`.
_ADDRESSES = {
    "zp": "low", "zpx": "(uint8_t)(low + x)", "zpy": "(uint8_t)(low + y)", "abs": "(low | high << 8)",
    "abx": "((low | high << 8) + x)", "aby": "((low | high << 8) + y)",
    "izx": "(far_read(s, t, (uint8_t)(low + x)) | far_read(s, t, (uint8_t)(low + x + 1)) << 8)",
    "izy": "((far_read(s, t, low) | far_read(s, t, (uint8_t)(low + 1)) << 8) + y)",
}  # fmt: skip


class Program:
    """The instructions of a ROM that can be found by following it.

    Args:
        rom: 2,048 bytes, whose last ones are the vectors.
        entries: addresses that are only reached by computed jumps; those that are not named here are interpreted.
    """

    def __init__(self, rom: bytes, entries: Iterable[int] = ()) -> None:
        self._rom = rom
        self._break = self._word(_BREAK)
        # Where the program may go on when it was left, or after a computed jump.
        self._entries = {self._word(_RESET), *entries}
        self._code: dict[int, Instruction] = {}
        self._targets: set[int] = {self._break}
        self._find()

    def _byte(self, address: int) -> int:
        return self._rom[address % ROM_SIZE]

    def _word(self, address: int) -> int:
        return self._byte(address) | self._byte(address + 1) << 8

    def _find(self) -> None:
        waiting = [*self._entries, self._break]
        while waiting:
            at = waiting.pop()
            while at & 0x1000 and at not in self._code and self._byte(at) in INSTRUCTIONS:
                found = INSTRUCTIONS[self._byte(at)]
                self._code[at] = found
                after = at + found.length
                if found.mode == "rel" or (found.mode == "abs" and found.ends_flow):
                    target = self._target(at)
                    self._targets.add(target)
                    waiting.append(target)
                if found.name in {"JSR", "BRK"}:
                    after = at + 3 if found.name == "JSR" else at + 2
                    waiting.append(after)
                    self._entries.add(after)
                if self._is_vsync(at):
                    self._entries.add(after)
                if found.ends_flow:
                    break
                at = after & 0xFFFF

    def _is_vsync(self, at: int) -> bool:
        found = self._code[at]
        return found.name in STORES and found.mode == "zp" and self._byte(at + 1) == _VSYNC

    def _target(self, at: int) -> int:
        if self._code[at].mode == "abs":
            return self._word(at + 1)
        offset = self._byte(at + 1)
        return at + 2 + offset - (256 if offset & 0x80 else 0)

    def header(self) -> str:
        """Return the C of both functions, and of the ROM."""
        return "\n".join([*self._rom_lines(), '#include "cpu.h"', *_interpreter(), *self._translation(), ""])

    def _rom_lines(self) -> list[str]:
        return [f"static const uint8_t ROM[{ROM_SIZE}] = {{", ", ".join(map(str, self._rom)), "};"]

    def _translation(self) -> list[str]:
        lines = ["static void run(Console *s) {", "CPU_ENTER;", "dispatch:"]
        lines += ["if (t >= CYCLE_LIMIT) { s->frame_done = 1; goto leave; }", "switch (pc) {"]
        lines += [f"case {at}: goto L{at:x};" for at in sorted(self._entries & self._code.keys())]
        lines += ["default: goto leave;", "}"]
        for at in sorted(self._code):
            if at in self._targets | self._entries:
                lines.append(f"L{at:x}:")
            lines += self._translated(at)
        return [*lines, "leave:", "CPU_LEAVE;", "}"]

    def _translated(self, at: int) -> list[str]:
        found = self._code[at]
        after = at + found.length
        if found.mode == "rel":
            return self._branch(at)
        if found.ends_flow:
            return [*self._jump(at), *self._going_to(None, at)]
        low, high = self._byte(at + 1), self._byte(at + 2)
        lines = [f"t += {found.cycles};"]
        if self._is_timer_loop(at):
            lines.append("t = timer_wait(s, t, 7);")
        if found.may_cross and found.mode != "izy" and _is_input(low | high << 8):
            word = low | high << 8
            lines += [f"READ_INPUT({word}u, {found.mode[-1]}, {4 - word % 4})", READS[found.name]]
        else:
            lines += _operation(found, *self._operand(found, low, high))
        if found.name in STORES and (self._is_vsync(at) or found.mode not in {"zp", "abs"}):
            lines.append(f"if (s->frame_done) {{ pc = {after}; goto leave; }}")
        return lines + self._going_to(after, at)

    def _is_timer_loop(self, at: int) -> bool:
        """Whether an instruction begins `LDA INTIM; BNE` back to itself."""
        found = self._code[at]
        if (found.name, found.mode, self._word(at + 1)) != ("LDA", "abs", _INTIM) or self._byte(at + 3) != 0xD0:
            return False
        return self._byte(at + 4) == 0xFB and at >> 8 == at + 5 >> 8

    def _going_to(self, after: int | None, at: int) -> list[str]:
        """Return how to get from an instruction to the next one, unless that is what is generated next."""
        if after is None or after == min((other for other in self._code if other > at), default=None):
            return []
        return [f"goto L{after:x};"] if after in self._code else [f"pc = {after}; goto leave;"]

    def _branch(self, at: int) -> list[str]:
        target, after = self._target(at), at + 2
        taken = 3 if target >> 8 == after >> 8 else 4
        go = f"goto L{target:x};" if target in self._code else f"pc = {target}; goto leave;"
        go = f"{self._jump_back(at, target)} {go}"
        condition = BRANCHES[self._code[at].name]
        return [f"if ({condition}) {{ t += {taken}; {go} }}", "t += 2;", *self._going_to(after, at)]

    def _jump(self, at: int) -> list[str]:
        found = self._code[at]
        lines = [f"t += {found.cycles};"]
        if found.name in {"RTS", "RTI"}:
            return [*lines, *_RETURNS[found.name], "goto dispatch;"]
        if found.mode == "ind":
            low = self._word(at + 1)
            high = low & 0xFF00 | low + 1 & 0xFF
            read = f"bus_read(s, t, {low}) | bus_read(s, t, {high}) << 8"
            return [*lines, f"pc = (uint16_t)({read});", "goto dispatch;"]
        target = self._break if found.name == "BRK" else self._target(at)
        if found.name != "JMP":
            lines.append(f"CALL({at + 2}u);")
        if found.name == "BRK":
            lines.append("PUSH(FLAGS()); i = 1;")
        if target not in self._code:
            return [*lines, f"pc = {target}; goto leave;"]
        return [*lines, self._jump_back(at, target), f"goto L{target:x};"]

    @staticmethod
    def _jump_back(at: int, target: int) -> str:
        # With memory that somebody changed, it may never leave a loop.
        if target > at:
            return ""
        return f"if (t >= CYCLE_LIMIT) {{ pc = {target}; s->frame_done = 1; goto leave; }}"

    def _operand(self, found: Instruction, low: int, high: int) -> tuple[str, str, str]:
        """Return C that computes the operand's address (and the cycle for crossing a page), reads it and writes it."""
        word = low | high << 8
        if found.mode in {"imm", "imp", "acc"}:
            return "", str(low), ""
        if found.mode in {"zp", "abs"}:
            known = low if found.mode == "zp" else word
            return "", f"bus_read(s, t, {known}u)", f"t = bus_write(s, t, {known}u, %s);"
        address = _ADDRESSES[found.mode].replace("low | high << 8", str(word)).replace("low", f"{low}u")
        reader = "ram_read"
        if found.mode in {"abx", "aby"} and word & 0x1000:
            reader = "rom_read" if (word & 0xFFF) + 0xFF <= 0xFFF else "far_read"
        elif found.mode == "izy":
            pointer = f"bus_read(s, t, {low}u) | bus_read(s, t, {low + 1 & 0xFF}u) << 8"
            crossing = "t += ((address & 255) + y) >> 8; " if found.may_cross else ""
            setup = f"address = (unsigned)({pointer}); {crossing}address = (address + y) & 0xffff;"
            return setup, "rom_read(s, t, address)", "t = far_write(s, t, address, %s);"
        crossing = f" t += ({low} + {found.mode[-1]}) >> 8;" if found.may_cross and low else ""
        return f"address = {address};{crossing}", f"{reader}(s, t, address)", "t = ram_write(s, t, address, %s);"


_RETURNS = {"RTS": ["PULL_PC(1);"], "RTI": ["PULL(m);", "SET_FLAGS(m);", "PULL_PC(0);"]}


def _is_input(address: int) -> bool:
    """Whether an address is that of a paddle, INPT0 to INPT3."""
    return address & 0x108C == 0x08


def _operation(found: Instruction, setup: str, read: str, write: str) -> list[str]:
    if found.name in IMPLIED:
        return [IMPLIED[found.name]]
    if found.mode == "acc":
        return [f"m = a; {CHANGES[found.name]} a = m;"]
    if found.name in STORES:
        return [setup, write % STORES[found.name]]
    if found.name in CHANGES:
        return [setup, f"m = {read};", CHANGES[found.name], write % "m"]
    return [setup, f"m = {read};", READS[found.name]]


def _interpreter() -> list[str]:
    lines = ["static void interpret(Console *s) {", "CPU_ENTER;", "unsigned low, high;"]
    lines += [f"{name} = far_read(s, t, (uint16_t)(pc + {offset}));" for name, offset in (("low", 1), ("high", 2))]
    lines += ["switch (far_read(s, t, pc)) {"]
    for opcode, found in INSTRUCTIONS.items():
        lines += [f"case {opcode}:", f"pc = (uint16_t)(pc + {found.length}); t += {found.cycles};"]
        lines += [*_interpreted(found), "break;"]
    # What the chip does with undocumented opcodes is not needed: no known program gets here.
    return [*lines, "default:", "pc = (uint16_t)(pc + 1); t += 2;", "}", "CPU_LEAVE;", "}"]


def _interpreted(found: Instruction) -> list[str]:
    if found.mode == "rel":
        target = "uint16_t target = (uint16_t)(pc + (low ^ 128) - 128);"
        return [f"if ({BRANCHES[found.name]}) {{ {target} t += 1 + (target >> 8 != pc >> 8); pc = target; }}"]
    if found.ends_flow:
        key = f"{found.name} {found.mode}" if found.name == "JMP" else found.name
        return _JUMPS[key]
    if found.mode in {"imm", "imp", "acc"}:
        return _operation(found, "", "(uint8_t)low", "")
    setup = f"address = {_ADDRESSES[found.mode]} & 0xffff;"
    if found.may_cross:
        setup += f" t += (uint8_t)address < {found.mode[-1]};"
    return _operation(found, setup, "far_read(s, t, address)", "t = far_write(s, t, address, %s);")


# What the interpreter does once `pc` is at the next instruction.
_JUMPS = {
    **_RETURNS,
    "BRK": [
        "pc++; CALL(pc); PUSH(FLAGS()); i = 1;",
        f"pc = (uint16_t)(far_read(s, t, {_BREAK}u) | far_read(s, t, {_BREAK + 1}u) << 8);",
    ],
    "JSR": ["pc--; CALL(pc);", "pc = (uint16_t)(low | high << 8);"],
    "JMP abs": ["pc = (uint16_t)(low | high << 8);"],
    # The high byte comes from the same page.
    "JMP ind": [
        "pc = (uint16_t)(far_read(s, t, low | high << 8) | far_read(s, t, ((low + 1) & 255) | high << 8) << 8);"
    ],
}
