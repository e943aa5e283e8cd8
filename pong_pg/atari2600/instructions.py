"""The documented instructions of the 6507, and what each does, as C."""

from __future__ import annotations

from dataclasses import dataclass

# Bytes of an instruction, by how it addresses its operand.
LENGTHS = {
    "imp": 1, "acc": 1, "imm": 2, "zp": 2, "zpx": 2, "zpy": 2, "izx": 2, "izy": 2, "rel": 2, "abs": 3, "abx": 3,
    "aby": 3, "ind": 3,
}  # fmt: skip

# What is done with the operand `m`. `NZ` sets the flags N and Z.
READS = {
    "ORA": "NZ(a = a | m);", "AND": "NZ(a = a & m);", "EOR": "NZ(a = a ^ m);",
    "ADC": "ADD(m);", "SBC": "SUBTRACT(m);",
    "LDA": "NZ(a = m);", "LDX": "NZ(x = m);", "LDY": "NZ(y = m);",
    "CMP": "COMPARE(a, m);", "CPX": "COMPARE(x, m);", "CPY": "COMPARE(y, m);",
    "BIT": "n = m; v = m >> 6 & 1; z = a & m;",
}  # fmt: skip
# What is stored.
STORES = {"STA": "a", "STX": "x", "STY": "y"}
# What replaces the operand `m`.
CHANGES = {
    "ASL": "c = m >> 7; NZ(m = (uint8_t)(m << 1));",
    "LSR": "c = m & 1; NZ(m = m >> 1);",
    "ROL": "{ uint8_t low = c; c = m >> 7; NZ(m = (uint8_t)(m << 1 | low)); }",
    "ROR": "{ uint8_t high = c; c = m & 1; NZ(m = (uint8_t)(m >> 1 | high << 7)); }",
    "INC": "NZ(m = (uint8_t)(m + 1));",
    "DEC": "NZ(m = (uint8_t)(m - 1));",
}
IMPLIED = {
    "TAX": "NZ(x = a);", "TXA": "NZ(a = x);", "TAY": "NZ(y = a);", "TYA": "NZ(a = y);", "TSX": "NZ(x = sp);",
    "TXS": "sp = x;", "INX": "NZ(x = (uint8_t)(x + 1));", "INY": "NZ(y = (uint8_t)(y + 1));",
    "DEX": "NZ(x = (uint8_t)(x - 1));", "DEY": "NZ(y = (uint8_t)(y - 1));", "CLC": "c = 0;", "SEC": "c = 1;",
    "CLI": "i = 0;", "SEI": "i = 1;", "CLD": "d = 0;", "SED": "d = 1;", "CLV": "v = 0;", "NOP": "",
    "PHA": "PUSH(a);", "PHP": "PUSH(FLAGS());", "PLA": "PULL(m); NZ(a = m);", "PLP": "PULL(m); SET_FLAGS(m);",
}  # fmt: skip
BRANCHES = {
    "BPL": "!(n & 0x80)", "BMI": "n & 0x80", "BVC": "!v", "BVS": "v", "BCC": "!c", "BCS": "c", "BNE": "z", "BEQ": "!z",
}  # fmt: skip
_CYCLES = {"imm": 2, "zp": 3, "zpx": 4, "zpy": 4, "abs": 4, "abx": 4, "aby": 4, "izx": 6, "izy": 5}
_SPECIAL_CYCLES = {"PHA": 3, "PHP": 3, "PLA": 4, "PLP": 4, "BRK": 7, "JSR": 6, "RTS": 6, "RTI": 6}


@dataclass(frozen=True)
class Instruction:
    """An instruction of the 6507.

    Attributes:
        name: its three letters.
        mode: how it addresses its operand, a key of `LENGTHS`.
    """

    name: str
    mode: str

    @property
    def length(self) -> int:
        """Bytes of the instruction, 1 to 3."""
        return LENGTHS[self.mode]

    @property
    def cycles(self) -> int:
        """Cycles that it takes, without those for crossing a page or taking a branch."""
        if self.name == "JMP":
            return 3 if self.mode == "abs" else 5
        if self.mode in {"imp", "acc", "rel"}:
            return _SPECIAL_CYCLES.get(self.name, 2)
        if self.name == "JSR":
            return 6
        indexed = self.mode in {"abx", "aby", "izy"}
        if self.name in CHANGES:
            return _CYCLES[self.mode] + 2 + indexed
        return _CYCLES[self.mode] + (indexed and self.name in STORES)

    @property
    def may_cross(self) -> bool:
        """Whether it takes one cycle more if the index carries into the address' high byte."""
        return self.name in READS and self.mode in {"abx", "aby", "izy"}

    @property
    def ends_flow(self) -> bool:
        """Whether the program never goes on with the next instruction."""
        return self.name in {"JMP", "RTS", "RTI", "BRK", "JSR"}


def _table() -> dict[int, Instruction]:
    # An opcode is row (3 bits), column (3 bits) and block (2 bits).
    table = {}

    def block(number: int, rows: str, columns: dict[int, str], first_row: int = 0) -> None:
        for row, name in enumerate(rows.split(), first_row):
            for column, mode in columns.items():
                table[row << 5 | column << 2 | number] = Instruction(name, mode)

    arithmetic = dict(enumerate(("izx", "zp", "imm", "abs", "izy", "zpx", "aby", "abx")))
    block(1, "ORA AND EOR ADC STA LDA CMP SBC", arithmetic)
    del table[0x89]
    block(2, "ASL ROL LSR ROR", {1: "zp", 2: "acc", 3: "abs", 5: "zpx", 7: "abx"})
    block(2, "STX", {1: "zp", 3: "abs", 5: "zpy"}, 4)
    block(2, "LDX", {0: "imm", 1: "zp", 3: "abs", 5: "zpy", 7: "aby"}, 5)
    block(2, "DEC INC", {1: "zp", 3: "abs", 5: "zpx", 7: "abx"}, 6)
    block(0, "BIT", {1: "zp", 3: "abs"}, 1)
    block(0, "STY", {1: "zp", 3: "abs", 5: "zpx"}, 4)
    block(0, "LDY", {0: "imm", 1: "zp", 3: "abs", 5: "zpx", 7: "abx"}, 5)
    block(0, "CPY CPX", {0: "imm", 1: "zp", 3: "abs"}, 6)
    block(0, "BPL BMI BVC BVS BCC BCS BNE BEQ", {4: "rel"})
    block(0, "PHP PLP PHA PLA DEY TAY INY INX", {2: "imp"})
    block(0, "CLC SEC CLI SEI TYA CLV CLD SED", {6: "imp"})
    others = {0x8A: "TXA", 0x9A: "TXS", 0xAA: "TAX", 0xBA: "TSX", 0xCA: "DEX", 0xEA: "NOP"}
    others |= {0x00: "BRK", 0x40: "RTI", 0x60: "RTS"}
    table |= {opcode: Instruction(name, "imp") for opcode, name in others.items()}
    table |= {0x20: Instruction("JSR", "abs"), 0x4C: Instruction("JMP", "abs"), 0x6C: Instruction("JMP", "ind")}
    return table


# By opcode; those that are missing are undocumented.
INSTRUCTIONS = _table()
